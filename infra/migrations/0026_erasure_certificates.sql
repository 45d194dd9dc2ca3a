-- What certificates of erasures say, so that the same facts can be signed once more where the answer was lost.
CREATE TABLE ops.erasure_certificates (
  certificate_id uuid PRIMARY KEY,
  tenant_id      uuid NOT NULL,
  subject_type   text NOT NULL CHECK (subject_type IN ('session', 'patient', 'member')),
  -- As the certificate names it; of a patient without a profile a keyed hash in hex.
  subject_id     text NOT NULL,
  -- Keyed hash of the partner's own id of the patient, of a kind that stands nowhere else.
  patient_hash   bytea,
  erased_at      timestamptz NOT NULL,
  -- The certificate without its signature: ids, counts and times.
  statement      jsonb NOT NULL
);
CREATE INDEX erasure_certificates_subject ON ops.erasure_certificates (subject_id);
CREATE INDEX erasure_certificates_patient ON ops.erasure_certificates (tenant_id, patient_hash)
  WHERE patient_hash IS NOT NULL;
