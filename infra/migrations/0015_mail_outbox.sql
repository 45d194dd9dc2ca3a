-- Mails on their way out, sealed under the installation's key: written before the call that sends them is answered, and
-- deleted once they were taken over. They belong to no tenant; the functions below are the APIs' only way to them.
CREATE TABLE ops.mail_outbox (
  mail_id    uuid PRIMARY KEY,
  -- `nobody`: there is no account to write to. A row is written all the same, so that both take as long.
  kind       text NOT NULL,
  sealed     bytea NOT NULL,
  -- Of attempts that were begun.
  attempts   int NOT NULL DEFAULT 0,
  -- When it is tried next; while an attempt runs, when that one counts as dead.
  due_at     timestamptz NOT NULL,
  -- From then on it is of no use to anybody.
  expires_at timestamptz NOT NULL
);
CREATE INDEX mail_outbox_due ON ops.mail_outbox (due_at);

CREATE FUNCTION ops.queue_mail(p_mail_id uuid, p_kind text, p_sealed bytea, p_now timestamptz, p_expires_at timestamptz)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  INSERT INTO ops.mail_outbox (mail_id, kind, sealed, due_at, expires_at)
  VALUES (p_mail_id, p_kind, p_sealed, p_now, p_expires_at)
$$;

-- Mails that are due, the longest waiting first, each for one caller until `p_until`.
CREATE FUNCTION ops.claim_mails(p_limit int, p_now timestamptz, p_until timestamptz) RETURNS SETOF ops.mail_outbox
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  UPDATE ops.mail_outbox AS o SET attempts = o.attempts + 1, due_at = p_until
  WHERE o.mail_id = ANY (ARRAY(
    SELECT m.mail_id FROM ops.mail_outbox m WHERE m.due_at <= p_now ORDER BY m.due_at LIMIT p_limit
    FOR UPDATE SKIP LOCKED))
  RETURNING o.*
$$;

-- Ends an attempt: the mail goes, or is due again at `p_due_at`. Changes nothing once somebody else has begun another one.
CREATE FUNCTION ops.settle_mail(p_mail_id uuid, p_attempt int, p_due_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF p_due_at IS NULL THEN
    DELETE FROM ops.mail_outbox WHERE mail_id = p_mail_id AND attempts = p_attempt;
  ELSE
    UPDATE ops.mail_outbox SET due_at = p_due_at WHERE mail_id = p_mail_id AND attempts = p_attempt;
  END IF;
END $$;

GRANT EXECUTE ON FUNCTION ops.queue_mail, ops.claim_mails, ops.settle_mail TO triage_api;
