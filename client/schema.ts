// Generated from the routes by npm run generate.
export interface paths {
  '/v1/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sessions of the tenant, newest first
     * @description chief_complaint matches the code of the complaint or, exactly, its text without regard to case and outer blanks. date_from and date_to are whole days (UTC) of creation, both included. The list follows writes with the lag of the projections. Each call is audited: it shows what patients said.
     *
     *     Scope: `sessions:read`.
     */
    get: operations['listSessions'];
    put?: never;
    /**
     * Open a session for a chief complaint
     * @description With a patient_id whose profile exists, what the profile holds is taken as known and stands in the context of the summary; later changes of the profile do not change this session. A patient_id alone makes no profile. The tier limits active sessions at a time (429), test sessions and live ones each for themselves. A repeat with the same Idempotency-Key is 404 once the session is erased.
     *
     *     Scope: `sessions:write`. Tokens: 1. Body limit: 1048576 bytes.
     */
    post: operations['createSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/route': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read a free description into the session
     * @description Finds the clinical branch, a secondary complaint, fields and flags in the text and merges them. chief_complaint is null where the text is outside the scope of the knowledge base.
     *
     *     Scope: `sessions:write`. Tokens: 5. Body limit: 1048576 bytes.
     */
    post: operations['routeText'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/answer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer the current question
     * @description Send raw_text, fields, both (your fields win), or skip. question_id "additional" takes whatever is told besides the asked questions, also after is_complete. A skipped answer is free.
     *
     *     Scope: `sessions:write`. Tokens: 8. Body limit: 1048576 bytes.
     */
    post: operations['answerQuestion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/finalize': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Finish the session: final scoring and clinical summary
     * @description The session becomes read-only; webhooks session.finalized and assessment.completed follow. Only for a caller with the scope sessions:read or patients:read does the summary tell of the patient's profile, which the session may have taken along.
     *
     *     Scope: `sessions:write`. Tokens: 0.
     */
    post: operations['finalizeSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/demographics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change age or sex and score again
     * @description At least one of age and sex is needed (422). Null makes a value unknown; what is left out stays as it is.
     *
     *     Scope: `sessions:write`. Body limit: 1048576 bytes.
     */
    patch: operations['updateDemographics'];
    trace?: never;
  };
  '/v1/sessions/{session_id}/rectify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Correct demographics or clear single answers
     * @description Accepted before finalization only. At least one of age, sex and clear_answers is needed (422); null makes age or sex unknown, and what is left out stays as it is. Clearing an answer destroys the keys of the answer and of every outcome that was derived with it, and takes back what is still to be delivered of them. Flags and level are told by webhook as if the cleared answers had never been given, so that a flag may be told once more. What was told after them stays, and with it which questions followed. The audit trail names the changed fields, never their values. While the session or its patient is under legal hold, no answer can be cleared: 409, with the hold in `error.detail.hold`.
     *
     *     Scope: `sessions:write`. Body limit: 1048576 bytes.
     */
    post: operations['rectifySession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/feedback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Say how right a finalized session was
     * @description Later feedback replaces earlier feedback; the history keeps both.
     *
     *     Scope: `sessions:write`. Body limit: 1048576 bytes.
     */
    post: operations['giveFeedback'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One session: state, results and red flags in one
     * @description What state and results show, with the codes of the red flags and their names, and what the session was opened with; once it is finalized also the summary, and the feedback that was given. It shows what the patient said, so each call is audited as session.viewed; state and results are only counted. For the answers and their source texts call export or history.
     *
     *     Scope: `sessions:read`.
     */
    get: operations['getSession'];
    put?: never;
    post?: never;
    /**
     * Erase a session and all its data
     * @description Destroys every key of the session, so that its events, and every older copy of its row, can't be read by anybody any more. The signed certificate says what was destroyed and what remains. While the session or its patient is under legal hold, it is not erased: 409, with the hold in `error.detail.hold`.
     *
     *     Scope: `sessions:write`.
     */
    delete: operations['eraseSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/hold': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Put a session under legal hold
     * @description Until the hold is lifted, the session is neither deleted when its time is over nor erased, alone or with its patient, and no answer of it can be cleared: such calls get a 409 with the hold in `error.detail.hold`, and stand in the audit trail. Everything else goes on. A session that is held already gets the new reason.
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    put: operations['placeSessionHold'];
    post?: never;
    /**
     * Lift the legal hold of a session
     * @description From then on the session can be erased, and is deleted once its time is over, unless its patient is under hold. A session that is under no hold of its own is a 404.
     *
     *     Scope: `admin:write`.
     */
    delete: operations['liftSessionHold'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patients/{patient_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The profile of a patient, by the partner's patient id
     * @description Age and sex are those of the latest session. A session alone makes no profile: then this is 404, and the patient's sessions and summary are there. A dashboard session sees the live patient, or the test one where only that exists. Audited. An operator can switch the feature `patient_profiles` off for a tenant: then this is a 501.
     *
     *     Scope: `patients:read`.
     */
    get: operations['getPatient'];
    /**
     * Create the profile of a patient, or add to it
     * @description Entries are appended to those that are stored; an entry that differs from a stored one only in case or outer blanks is not stored again. What is left out or null stays as it is. `remove` takes entries out, compared in the same way, before the others come in, and is refused (409) while the patient is under legal hold. A list holds at most 200 entries. A session that is opened with this patient_id takes the profile along as it stands then. The answer holds the whole profile only for a caller with the scope patients:read, and is then audited as a look at it; others get the ids, created_at and what they sent. An operator can switch the feature `patient_profiles` off for a tenant: then this is a 501.
     *
     *     Scope: `patients:write`. Body limit: 1048576 bytes.
     */
    put: operations['putPatient'];
    post?: never;
    /**
     * Erase a patient: the profile and all sessions
     * @description Destroys every key of the profile and of each session with this patient_id, in the mode of the caller (a dashboard session: the live patient, or the test one where only that exists). The signed certificate says what was destroyed and what remains. Where a call was broken off, or answered 503 because there was too much for one call, the same call goes on where it stopped. While the patient or one of the sessions is under legal hold, nothing is erased: 409, with the hold in `error.detail.hold`.
     *
     *     Scope: `patients:write`.
     */
    delete: operations['erasePatient'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patients/{patient_id}/hold': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Put a patient under legal hold
     * @description Protects the profile and every session of the patient, those to come included: until the hold is lifted, none is deleted when its time is over or erased, no answer of them can be cleared, and no entry leaves the profile. Such calls get a 409 with the hold in `error.detail.hold`, and stand in the audit trail. A patient of whom there are only sessions gets an empty profile. A patient who is held already gets the new reason.
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    put: operations['placePatientHold'];
    post?: never;
    /**
     * Lift the legal hold of a patient
     * @description From then on the patient can be erased, and sessions are deleted once their time is over, except those that are under a hold of their own. A patient who is under no hold is a 404.
     *
     *     Scope: `admin:write`.
     */
    delete: operations['liftPatientHold'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Active keys of the tenant
     * @description Without their secrets. A test key sees test keys only; live keys and members see both modes, which `key_prefix` tells apart. A key that has expired is not listed, as one that was revoked.
     *
     *     Scope: `admin:read`.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Make an API key
     * @description A caller grants only scopes that it holds itself, and a key with an end makes no key that ends later (403). The stored limit is 1 to 10000 requests a minute; left out, it is what the tenant's keys get at this moment: its override, else the tier's default. What a key gets is the smaller of its own limit and the tenant's. Test and live keys count together towards the tier's number of keys (422 when it is reached). A test key can create test keys only, and says so with `"test": true` (403 otherwise); live keys and members create both. From `expires_at` on a key is refused like one that was revoked, and takes no place of the tier.
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/keys/{key_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a key
     * @description It is refused everywhere from the moment of the answer, and so are dashboard sessions that were made from it. A key may revoke itself. A test key revokes test keys only (404 otherwise); a key that is revoked already is a 404.
     *
     *     Scope: `admin:write`.
     */
    delete: operations['revokeApiKey'];
    options?: never;
    head?: never;
    /**
     * Change name, scopes or limit of a key
     * @description A field that is null or left out stays as it is. The caller holds every scope that the key has and every scope that it shall have, and a key with an end adds no scope to a key that ends later (403). It takes effect with the answer. A test key changes test keys only (404 otherwise).
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    patch: operations['updateApiKey'];
    trace?: never;
  };
  '/v1/admin/keys/{key_id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace a key by a new one
     * @description The old key is revoked and a new one, with an id and a secret of its own, takes its place in one step: name, scopes, limits, mode and expiry stay, and the tier's number of keys does not matter. `expires_at` sets another expiry. The caller holds every scope of the key, and a key with an end hands out none that ends later, its own successor included (403). A test key rotates test keys only (404 otherwise). A key may rotate itself, but cannot repeat that call, since it is revoked by then: where the answer could get lost, let another key rotate it. A key that has expired is a 404.
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    post: operations['rotateApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/tier': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The tier of the tenant
     * @description Scope: `admin:read`.
     */
    get: operations['getTier'];
    /**
     * Change the tier
     * @description An upgrade grants the tokens by which the new tier exceeds what tiers have granted in this calendar month (UTC) already; a downgrade grants nothing. Existing keys keep their limits, new ones take those of the new tier. The tier that the tenant has already changes nothing. A tier that the operator keeps to themselves is a 403, which names those that a tenant may choose. A test key gets 403. The form without a body, with the tier as query parameter, is deprecated: its answers carry Deprecation, Sunset, Link and Warning until the sunset, and it is a 410 from then on. Body and query parameter together are a 400.
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    put: operations['changeTier'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/rate-limit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The rate window of the caller
     * @description The same numbers as the X-RateLimit headers of this answer: the call counts like any other. `source` is `key` where the key's own limit is lower than the tenant's.
     *
     *     Scope: any valid key.
     */
    get: operations['getRateLimit'];
    /**
     * Set or clear the rate-limit override of the tenant
     * @description The override, at most 5000 requests a minute, takes the place of the tier's limit for every key; a lower limit of a key itself stays. It takes effect everywhere with the answer and is audited. A test key gets 403.
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    put: operations['setRateLimitOverride'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/retention': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How long sessions are kept
     * @description Scope: `admin:read`.
     */
    get: operations['getRetention'];
    /**
     * Set how long sessions are kept
     * @description Holds for the sessions that stand already, live and test, as for those to come: after a shorter time is set, what is older is deleted within minutes, for good, except what is under legal hold. The change is audited. A test key gets 403.
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    put: operations['setRetention'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Subscriptions of the tenant
     * @description Disabled ones are listed too, with the reason. A test key sees only those that a test key made; live keys and members see all. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:read`.
     */
    get: operations['listWebhookSubscriptions'];
    put?: never;
    /**
     * Subscribe a URL to events
     * @description The signing secret is shown once. A tenant holds at most 50 subscriptions. One that a test key made is told of events of test sessions only, so never of `balance.*`; one that a live key or a member made is told of both modes, which `test` in the body tells apart; with X-Svc-Mode: test a member makes one of the first kind. A test key sees, tests, rotates and deletes only what a test key made (404 otherwise); live keys and members manage all. The URL has to be https and without credentials; local, private and reserved addresses are refused (422), also behind a name, and again at each delivery, which follows no redirect. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:write`. Body limit: 1048576 bytes.
     */
    post: operations['createWebhookSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/{subscription_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One subscription
     * @description Without its secret, also while it is switched off. A test key sees only what a test key made (404 otherwise). An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:read`.
     */
    get: operations['getWebhookSubscription'];
    put?: never;
    post?: never;
    /**
     * End a subscription
     * @description What was still to be delivered, and what had failed for good, is resolved with it. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:write`.
     */
    delete: operations['deleteWebhookSubscription'];
    options?: never;
    head?: never;
    /**
     * Change URL or events of a subscription, or switch it off and on
     * @description The id, the signing secret and its deliveries stay: what failed before is tried again at the new URL, for which the same is checked as for a new subscription (422). `events` takes the place of the whole list, for what happens from then on. Switched off, nothing more is sent: open deliveries are dead-lettered, so that they can be replayed once it is on again, and what happens meanwhile is not delivered later. A test does not switch it on. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:write`. Body limit: 1048576 bytes.
     */
    patch: operations['changeWebhookSubscription'];
    trace?: never;
  };
  '/v1/admin/webhooks/{subscription_id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a subscription a new signing secret
     * @description The new secret is shown once. The old one stays valid for 24 hours: meanwhile X-Svc-Signature-256 is made with the new secret, X-Svc-Signature-256-Previous with the old one, and webhook-signature holds both; a delivery that is answered with 400, 401 or 403 is repeated at once, as part of the same attempt, with the old secret in X-Svc-Signature-256. Where the secret is rotated again within that time, every earlier one keeps its 24 hours, and a delivery is repeated with each of them, newest first; at most 10 can be in that state. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:write`.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/{subscription_id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a synthetic delivery and tell how it was answered
     * @description Sent at once, signed as every delivery, with the first subscribed event as its type and `test: true`; it waits up to 10 seconds, is not retried and leaves no delivery. A 2xx switches on again what failures switched off, and not what a caller did. One test of a subscription runs at a time (409). An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:write`.
     */
    post: operations['testWebhookSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/deliveries/{delivery_id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try a failed delivery again now
     * @description Of failed, dead-lettered and exhausted deliveries; others, resolved ones and those of a disabled subscription give 409. It keeps its delivery_id and event_id, gets a fresh round of attempts, and is sent within 30 seconds, as a rule at once. Where an attempt is under way, the round begins after it. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:write`.
     */
    post: operations['replayWebhookDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/deliveries/{delivery_id}/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Acknowledge a delivery that failed for good
     * @description Of dead-lettered and exhausted deliveries. It stays in the lists, and nothing more is done about it. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:write`. Body limit: 1048576 bytes.
     */
    post: operations['resolveWebhookDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/data/extracts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Extracts of data, the latest first
     * @description Those that calls have asked for; a test key sees none, as all are of live sessions. What the operator has written with a command is not in the list. An operator can switch the feature `audit_export` off for a tenant: then this is a 501.
     *
     *     Scope: `admin:write`.
     */
    get: operations['listDataExtracts'];
    put?: never;
    /**
     * Ask for an extract of data for analysts
     * @description Rows of sessions, their steps, findings, results, deliveries, calls and tokens, of live sessions: codes, bands and hours under pseudonyms, no text and no id. It is written in the background, one at a time of each tenant (409); GET /v1/admin/data/extracts/{extract_id} tells how far it is and where its files are. They stay for 24 hours. A test key gets 403. The request is audited as facts.extracted. An operator can switch the feature `audit_export` off for a tenant: then this is a 501.
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    post: operations['requestDataExtract'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/dlq/replay-all': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try every dead letter again now
     * @description Takes every dead-lettered, unresolved delivery of the tenant whose subscription is active to a fresh round of attempts, oldest first. A key takes those of its own mode only. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    post: operations['replayAllDeadLetters'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/team/invite': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite a team member
     * @description Sends a link that works once within 7 days. Somebody who was invited before and has not accepted gets a new link, and the one before is dead. The caller must hold every scope of the role; a test key gets 403. An address that belongs to a member of another tenant is invited like any other: accepting the invitation answers 409. One of a member of this team is a 409, a team that is full a 422. At most 100 invitations an hour of a tenant, and 5 of them to one address (429).
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    post: operations['inviteMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/dashboard/team/invite': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite a team member with a dashboard session
     * @description Sends a link that works once within 7 days. Somebody who was invited before and has not accepted gets a new link, and the one before is dead. The caller must hold every scope of the role; a test key gets 403. An address that belongs to a member of another tenant is invited like any other: accepting the invitation answers 409. One of a member of this team is a 409, a team that is full a 422. At most 100 invitations an hour of a tenant, and 5 of them to one address (429).
     *
     *     Scope: `admin:write`. A dashboard session is needed. Roles: owner, admin. Body limit: 1048576 bytes.
     */
    post: operations['inviteMemberFromDashboard'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/invite': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite a team member (removed)
     * @deprecated
     * @description Replaced by POST /v1/admin/team/invite. It answers 410 to everybody; Link names the successor.
     *
     *     Body limit: 1048576 bytes.
     */
    post: operations['inviteMemberOldPath'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/team/{member_id}/role': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a team member's role
     * @description Effective at once, for sessions that are open as well. A team keeps at least one owner (409). The form without a body, with the role as query parameter, is deprecated: its answers carry Deprecation, Sunset, Link and Warning until the sunset, and it is a 410 from then on. Body and query parameter together are a 400.
     *
     *     Scope: `admin:write`. A dashboard session is needed. Roles: owner. Body limit: 1048576 bytes.
     */
    patch: operations['changeMemberRole'];
    trace?: never;
  };
  '/v1/admin/team/{member_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Deactivate a team member
     * @description Sessions and trusted browsers of the member end at once, and the address may be invited again. An invitation that nobody has accepted is withdrawn. A team keeps at least one owner (409). Keys that the member made go on working unless `revoke_keys` is true; the answer names them.
     *
     *     Scope: `admin:write`. A dashboard session is needed. Roles: owner.
     */
    delete: operations['deactivateMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Register a tenant with its owner
     * @description Makes a tenant of the tier free_trial with 1000 tokens and its owner, and mails a 6-digit code; the owner can sign in once the code was verified. Answers alike whether or not the address has an account: where it has one, nothing is made, and the mail says so to whoever owns the address. At most 5 an hour from one IP, and so many in all as the operator allows. A registration whose code is not verified within 7 days is removed with all that it made.
     *
     *     Body limit: 1048576 bytes.
     */
    post: operations['register'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/accept-invite': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept an invitation
     * @description Makes the account, whose address counts as verified: the token came by mail. Sign in afterwards. An empty name keeps the one of the invitation. An unknown, used, replaced or lapsed token is a 422, an address that has an account meanwhile a 409. At most 20 attempts an hour from one IP.
     *
     *     Body limit: 1048576 bytes.
     */
    post: operations['acceptInvite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with address and password
     * @description From a browser that has shown a code within 5 days (cookie svc_trusted_device) the right password signs in at once, and a wrong one is a 401. Any other call is answered 202 with a challenge, whatever was given: where address and password are right, a code is mailed, and POST /v1/auth/verify-code takes it. At most 10 attempts per account and 50 per address of the network in an hour; the attempts of such a browser are counted apart, so that nobody keeps an owner out by guessing.
     *
     *     Body limit: 16384 bytes.
     */
    post: operations['login'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/verify-code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with a one-time code
     * @description Takes the code that was mailed for a challenge of a login or a registration, and marks the address as verified. A code works for 10 minutes and once; a challenge takes 5 tries, also where the code was sent again, and then a new login is needed. It may be entered in another browser than the one that asked for it. At most 10 attempts per account and per address of the network in 15 minutes.
     *
     *     Body limit: 16384 bytes.
     */
    post: operations['verifyCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/resend-code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a new one-time code
     * @description The challenge keeps its id and the tries that were made; the code before works no more. A challenge takes new codes for an hour; one that is used, used up or older is a 404, and a new login is needed. At most 3 per address of the network in an hour.
     *
     *     Body limit: 16384 bytes.
     */
    post: operations['resendCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/forgot-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a link to set a new password
     * @description Answered alike whether or not the address has an account; where it has one, a link is mailed that works once, for an hour. At most 3 per account and 20 per address of the network in an hour.
     *
     *     Body limit: 16384 bytes.
     */
    post: operations['forgotPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/reset-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a new password
     * @description With the token of the link that was mailed, once and within an hour. Ends every session and every trusted browser of the member, and signs nobody in. A password that is refused leaves the link as it is. At most 10 attempts per address of the network in 15 minutes.
     *
     *     Body limit: 16384 bytes.
     */
    post: operations['resetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/auth': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange an API key for a cookie session
     * @description The key is supplied as Bearer. The session has the scopes and the mode of the key and no team role, lasts 12 hours, and dies with the key. At most 10 per key and 50 per address of the network in an hour.
     *
     *     Scope: any valid key.
     */
    post: operations['exchangeApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/auth/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign out
     * @description Ends the cookie session that makes the call, in every process at once, and clears its cookies. The browser stays a trusted one.
     *
     *     Scope: any valid key. A dashboard session is needed.
     */
    post: operations['logout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Start single sign-on
     * @description Leads the browser to the identity provider of the domain, with PKCE, a state that comes back once within 10 minutes and only in this browser, and a nonce. At most 50 per address of the network in an hour. An operator can switch the feature `single_sign_on` off for a tenant: then this is a 501. With an error, a browser (`Accept: text/html`) is led to the page `/sso-error` of the dashboard by a 302, which names the problem by its code and the request id; any other client gets the JSON. `error.detail.reason` is unknown_domain, over, refused, provider_failed, no_member or unverified, where one of them is the cause.
     */
    get: operations['startSso'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/{domain}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Start single sign-on
     * @description Leads the browser to the identity provider of the domain, with PKCE, a state that comes back once within 10 minutes and only in this browser, and a nonce. At most 50 per address of the network in an hour. An operator can switch the feature `single_sign_on` off for a tenant: then this is a 501. With an error, a browser (`Accept: text/html`) is led to the page `/sso-error` of the dashboard by a 302, which names the problem by its code and the request id; any other client gets the JSON. `error.detail.reason` is unknown_domain, over, refused, provider_failed, no_member or unverified, where one of them is the cause.
     */
    get: operations['startSsoOfDomain'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * End single sign-on
     * @description The provider leads the browser here. Signs in the active member whose verified address, in the domain, the provider vouches for, in the tenant that the domain is bound to; anybody else is a 403. With an error, a browser (`Accept: text/html`) is led to the page `/sso-error` of the dashboard by a 302, which names the problem by its code and the request id; any other client gets the JSON. `error.detail.reason` is unknown_domain, over, refused, provider_failed, no_member or unverified, where one of them is the cause.
     */
    get: operations['finishSso'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/oidc/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * End single sign-on
     * @description The provider leads the browser here. Signs in the active member whose verified address, in the domain, the provider vouches for, in the tenant that the domain is bound to; anybody else is a 403. With an error, a browser (`Accept: text/html`) is led to the page `/sso-error` of the dashboard by a 302, which names the problem by its code and the request id; any other client gets the JSON. `error.detail.reason` is unknown_domain, over, refused, provider_failed, no_member or unverified, where one of them is the cause.
     */
    get: operations['finishOidc'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/state': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where the session stands, and the current question
     * @description Scope: `sessions:read`. Tokens: 0.
     */
    get: operations['getSessionState'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/results': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Differential diagnoses, triage level and red flags at this moment
     * @description Scope: `sessions:read`. Tokens: 0.
     */
    get: operations['getSessionResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The whole record of a session, decrypted
     * @description Read from the event log, and audited as session.exported. With format=fhir an HL7 FHIR R4 Bundle instead: Patient, QuestionnaireResponse (what was told), ClinicalImpression and RiskAssessment (what was concluded), a Flag for each red flag, a Condition where feedback gave the diagnosis, and Provenance. Its age stands in the QuestionnaireResponse, since no date of birth is known.
     *
     *     Scope: `sessions:read`.
     */
    get: operations['exportSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Why the session stands as it does
     * @description For each differential the evidence for, against and still unasked, with its weight in nats (0.7 doubles the odds) and its source; why the current question was chosen; which rule or risk gave the triage level, with its source; who should see the patient and how soon. Level, differentials and question are as they were recorded; the reasons are those of the engine that answers now, which `is_exact` says is the one that recorded them. Audited as session.explained. This is decision support and no diagnosis. An operator can switch the feature `explain` off for a tenant: then this is a 501.
     *
     *     Scope: `sessions:read`.
     */
    get: operations['explainSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every event of the session
     * @description Every event, oldest first, as it was recorded. What a rectification cleared, and what was concluded with it, shows as { "erased": true } in its place; an event that was damaged, and a state after it, as { "unreadable": true }. With at, a revision or a time, the fields of the state of then stand in the place of the events; GET /v1/sessions/{session_id}/history/state answers them in a form of their own, which generated clients read better. Audited as session.history_viewed. An operator can switch the feature `history` off for a tenant: then this is a 501.
     *
     *     Scope: `sessions:read`.
     */
    get: operations['getSessionHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{session_id}/history/state': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The state of the session at an earlier time
     * @description Give either time or revision; both or neither is a 400. The state is exactly as it was answered then, nothing computed again; 404 where the session was not there yet or has no such revision. Where an answer was cleared since, what was concluded with it is erased; after an event that was damaged it is unreadable. Audited as session.history_viewed. An operator can switch the feature `history` off for a tenant: then this is a 501.
     *
     *     Scope: `sessions:read`.
     */
    get: operations['getPastSessionState'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Patient profiles, most recently updated first
     * @description A profile that is changed while its list is paged through moves to the front; no other one is shown twice or left out. Only an empty next_cursor says that there are no more rows: a search for a single character looks through so many profiles a page, and may show fewer than limit, or none. A cursor goes with the parameters that it was given for; only limit may change. Patients that have sessions and no profile are not listed. The session counts follow writes with the lag of the projections. Each call is audited. An operator can switch the feature `patient_profiles` off for a tenant: then this is a 501.
     *
     *     Scope: `patients:read`.
     */
    get: operations['listPatients'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patients/{patient_id}/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All sessions of a patient, active and finalized, newest first
     * @description The diagnosis of an active session is that of the moment. An empty array where the patient has a profile and no session; 404 where it has neither. Audited. An operator can switch the feature `patient_profiles` off for a tenant: then this is a 501.
     *
     *     Scope: `patients:read`.
     */
    get: operations['listPatientSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patients/{patient_id}/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Epicrisis over all sessions of a patient
     * @description Red flags, triage levels and complaints (by code) are those of all sessions as they stand, most urgent or most frequent first; primary diagnoses those of finalized sessions, most frequent first. Over the newest 2000 sessions. Audited. An operator can switch the feature `patient_profiles` off for a tenant: then this is a 501.
     *
     *     Scope: `patients:read`.
     */
    get: operations['getPatientSummary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patients/{patient_id}/disclosures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who saw data of a patient: reads, exports and webhooks, newest first
     * @description The accounting of disclosures. It has every read of the profile, of the patient’s sessions and summary, of state and results (counted by minute), history, explanation and export of each session, bulk exports and operators’ looks since the patient is known, webhooks about the sessions of which an attempt was made, and reads of this list. Calls that change something, and their answers, are in the audit trail. What belonged to a session that was erased or is past its retention leads to no patient any more and is not in it; an erased patient is 404. from is included, to is not. A cursor goes with the parameters that it was given for; only limit may change. With format=fhir an HL7 FHIR R4 Bundle of AuditEvent with the patient as an entity, whose link `next` leads to the next page. It follows the calls by some seconds. Audited as patient.disclosures_viewed.
     *
     *     Scope: `admin:read`.
     */
    get: operations['listDisclosures'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/concepts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What may stand in initial_fields and extracted_fields
     * @description The catalogue of complaints, findings, risk factors, conditions and flags in English and Czech. The search ignores accents and forgives typing errors.
     *
     *     Scope: `sessions:read`.
     */
    get: operations['listConcepts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/concepts/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One concept of the catalogue
     * @description The complaint, finding, risk factor, condition or flag with this code. The code of a question is that of the finding that it asks for.
     *
     *     Scope: `sessions:read`.
     */
    get: operations['getConcept'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who the caller is, and what it may
     * @description The tenant, the key or the member that is signed in, what it may do, and which features are on.
     *
     *     Scope: any valid key.
     */
    get: operations['getAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/balance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tokens left
     * @description What the next priced call is checked against: tokens granted, less tokens charged, less those that calls under way are about to be charged. Negative only where overage is allowed. Test keys see the same balance.
     *
     *     Scope: `admin:read`.
     */
    get: operations['getBalance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/balance/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where the balance stands among its thresholds
     * @description A threshold is reached at 20 %, 10 % and 0 of the initial balance, where the webhooks balance.low_20, balance.low_10 and balance.depleted are sent. `balance` is that of GET /v1/admin/balance.
     *
     *     Scope: `admin:read`.
     */
    get: operations['getBalanceStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Calls and tokens a day
     * @description Whole days (UTC), today included: `days=1` is today. Actions are session.create, session.route and session.answer; `count` holds calls that were free as well, as skipped answers and those of test keys are. The records follow with the lag of the projections.
     *
     *     Scope: `admin:read`.
     */
    get: operations['getUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/usage/details': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Single calls with their charge, newest first
     * @description from_date and to_date are whole days (UTC), both included; reversed they are a 400. Free calls are listed with 0 tokens. The records follow with the lag of the projections.
     *
     *     Scope: `admin:read`.
     */
    get: operations['listUsageDetails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Public events in log order, to pull instead of webhooks
     * @description The events that webhooks send, with the same bodies, whether or not somebody subscribed to them; 30 days back. Call again with next_cursor: no event is skipped, and none comes twice. With wait the call answers as soon as there is an event; at most 10 calls of a tenant wait at a time (429). What was erased is left out. A cursor that was not used for 30 days is refused (422 with expired_cursor), since events may be gone that it would come to. A key gets events of its own mode, test or live. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:read`.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/{subscription_id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The latest deliveries of a subscription
     * @description Of every status. A key sees deliveries of its own mode, test or live; a test key only those of a subscription that a test key made (404 otherwise). An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:read`.
     */
    get: operations['listWebhookSubscriptionDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/{subscription_id}/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How the deliveries of a subscription went, day by day
     * @description Whole days (UTC), today included. A delivery counts on the day on which it was made, as it stands now: one that fails and arrives a day later is a delivered one of the first day. A key counts deliveries of its own mode, test or live; a test key only those of a subscription that a test key made (404 otherwise). An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:read`.
     */
    get: operations['getWebhookHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Deliveries of the tenant, newest first
     * @description Without `status` those that failed; pass `delivered` for successes. Resolved ones are listed with their status and `resolved_at`. A key sees deliveries of its own mode, test or live. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:read`.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/deliveries/{delivery_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A delivery with its payload and every attempt
     * @description An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:read`.
     */
    get: operations['getWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/failures/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How many deliveries failed and are not resolved
     * @description Of the calling tenant only. A key counts deliveries of its own mode, test or live. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `webhooks:read`.
     */
    get: operations['summarizeWebhookFailures'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/webhooks/dlq': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Dead letters of the tenant
     * @description Deliveries that used all their attempts and were neither replayed nor resolved, nor stood for 30 days. A key sees those of its own mode, test or live. An operator can switch the feature `webhooks` off for a tenant: then this is a 501.
     *
     *     Scope: `admin:write`.
     */
    get: operations['listDeadLetters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/team': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Members of the team
     * @description Open invitations (`accepted_at` null) and deactivated members are listed too.
     *
     *     Scope: `admin:read`.
     */
    get: operations['listTeam'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/access-review': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who holds which access
     * @description For a review of access: API keys, members, invitations, bound domains and logins of data teams, with scopes, role, maker and last use. Revoked keys are left out; members who were deactivated are shown as such. A test key sees test keys only. CSV cells that a spreadsheet would take for a formula begin with an apostrophe, and scopes are joined with semicolons. Each call is audited as access.reviewed.
     *
     *     Scope: `admin:read`.
     */
    get: operations['reviewAccess'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the tenant has, in numbers
     * @description Sessions and deliveries are those of the mode of the calling key (test or live), of both for a dashboard session; tokens, keys and members are the tenant’s. Sessions are counted as they stand; erased ones are not counted. by_day has the last 30 days (UTC) of creation, today included, oldest first. Deliveries that failed, were dead-lettered or exhausted count until they are resolved; pending and delivered ones are those of events of the last 24 hours. The numbers follow writes with the lag of the projections.
     *
     *     Scope: `admin:read`.
     */
    get: operations['getTenantStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Completed sessions with all clinical data, newest first
     * @description date_from and date_to are whole days (UTC) of creation, both included. The sessions are chosen when the call comes and sent as they are read, one record a line; total, which is also in X-Total-Count, comes first, so that progress can be shown. Each record is that of GET /v1/sessions/{session_id}/export. A session that is erased meanwhile is left out; count tells how many were sent. An answer that breaks off is no valid JSON. At most two exports of a tenant run at a time (429). Audited as export.bulk. An operator can switch the feature `bulk_export` off for a tenant: then this is a 501.
     *
     *     Scope: `admin:write`. Body limit: 1048576 bytes.
     */
    post: operations['exportSessions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/audit-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The audit trail, newest first
     * @description date_from and date_to are whole days (UTC), both included. Rows that arrive while pages are read shift the offsets; GET /v1/admin/audit-log/events does not have that. The trail is the whole tenant’s: a key sees the rows of live and test mode. It follows writes with the lag of the projections.
     *
     *     Scope: `admin:read`.
     */
    get: operations['listAuditLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/audit-log/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The audit trail by cursor, newest first
     * @description from is included, to is not; the window between them is at most 90 days. Without to it ends now, without from it begins 90 days before its end. All pages show the trail as it stood at the first one: rows that arrive meanwhile are in none of them. A cursor goes with the parameters that it was given for; only limit may change.
     *
     *     Scope: `admin:read`.
     */
    get: operations['listAuditEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/audit-log/events/{event_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One row of the audit trail, between its neighbours
     * @description The neighbours are those of the chain, which follows the log: `previous_hash` of each row is `hash` of the one before it. SHA-256 of previous_hash (32 bytes) followed by `canonical` in UTF-8 is hash.
     *
     *     Scope: `admin:read`.
     */
    get: operations['getAuditEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/audit-log/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The whole audit trail as a file, oldest first
     * @description In the order of the chain, up to the row that was its last one when the call came; from is included, to is not. The last line is a trailer: as CSV a record whose first cell is `#trailer`, followed by name=value cells, as NDJSON an object with the one field `trailer`, and with format=fhir, which gives HL7 FHIR R4 AuditEvent resources a line, a Parameters resource. All give exported_at, count (rows), digest, chain_position and chain_hash (the place and hash of the last row of the chain). digest is the SHA-256, in hex, of all bytes before the trailer’s line: `head -n -1 file | sha256sum` computes it. A file without a trailer is not complete. CSV cells that a spreadsheet would take for a formula begin with an apostrophe, and changed_fields are joined with semicolons. `canonical` of CSV and NDJSON is the exact text of a row: the SHA-256 of previous_hash (32 bytes) followed by it in UTF-8 is hash. At most two exports of a tenant run at a time (429). The export itself is audited as export.audit. An operator can switch the feature `audit_export` off for a tenant: then this is a 501.
     *
     *     Scope: `admin:write`.
     */
    get: operations['exportAuditLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/audit-log/proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The signed tree head of the audit trail, and proofs of a row and of an earlier head
     * @description The rows of the trail are the leaves of a Merkle tree as in RFC 6962: a leaf is SHA-256(0x00, canonical text of the row in UTF-8), a node SHA-256(0x01, left, right). `checkpoint` is the newest signed tree head: its signature is Ed25519 over the JSON of `statement` with sorted keys and no blanks, with the public key (DER, base64) of that `signing_key_id`; keys that were replaced stay in the list. Every 1,000th row is signed, and no row waits longer than a day. With event_id, `inclusion` leads from `row.canonical` to `root` of the statement; with from_size, `consistency` leads from the root that you kept to this one (RFC 9162, 2.1.3.2 and 2.1.4.2, say how to check them). Both grow with the logarithm of the trail: 20 hashes at a million rows. checkpoint=now signs what stands now first, where the newest checkpoint does not cover it, and takes a second or two; `covers_head` says whether that came about in time. Keep checkpoints of yours: one that a later proof contradicts is evidence. A trail that is older than the tree has version 1 of the statement, without a tree, until its next row is signed.
     *
     *     Scope: `admin:read`.
     */
    get: operations['getAuditProof'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/erasures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Certificates of what was erased by calls, the latest first
     * @description The certificates of all erased sessions and patients of the tenant, in test and live mode, signed once more over the same facts. They hold ids, counts and times, and nothing of what was erased. What was deleted because its retention was over is not in the list.
     *
     *     Scope: `admin:read`.
     */
    get: operations['listErasures'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/data/extracts/{extract_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How far an extract of data is, and its files
     * @description Ask again until `status` is done or failed. Each call gives fresh links to the files; a link works for 15 minutes, and for whoever has it. An operator can switch the feature `audit_export` off for a tenant: then this is a 501.
     *
     *     Scope: `admin:write`.
     */
    get: operations['getDataExtract'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/data/files': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A file of an extract of data
     * @description Its links come with the extract and work for 15 minutes; they need no credential.
     */
    get: operations['getDataExtractFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The latest calls of the tenant, newest first
     * @description Keeps the last 100 calls of the tenant, of all its keys and members, for 24 hours, and shows each some hundred milliseconds after its answer. What dashboard sessions read is left out unless it failed: a page takes many calls, and they would push those of your software out. An entry names the template of the route and the session that the call was about, and never a raw path, a query, a body or a credential. The list may lose entries; for what has to be proven there is the audit log. A cursor is a place in the list: entries that come in meanwhile do not move it. An operator can switch the feature `request_inspector` off for a tenant: then this is a 501.
     *
     *     Scope: `admin:read`.
     */
    get: operations['listRequests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/requests/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Calls, errors and latency over time
     * @description All calls with a credential of the tenant, of both modes, of its keys and of its members in the dashboard, on all routes together. The range ends now; buckets are 5 minutes wide (1h), an hour (24h) or a day (UTC; 7d, 30d), and the first one begins where the range does. Calls are counted by the API processes and appear some seconds later; the crash of one loses seconds of them. A call whose caller left before the answer counts, and is in no percentile. Percentiles are interpolated between fixed steps, in milliseconds, at most 12288, and null where no call was measured. By route, with tokens: GET /v1/admin/usage/summary.
     *
     *     Scope: `admin:read`.
     */
    get: operations['summarizeRequests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/usage/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Requests, errors, latency and tokens by route, by key and over time
     * @description The range ends now and covers whole minutes (1h) or whole hours, the running one included. group_by sets the width of the buckets: day and hour (UTC), or, for route and key, 5 minutes (1h), an hour (24h) or a day (7d, 30d); the first one begins where the range does. With key there is also `api_keys`: a key that was rotated is a key of its own, and what members do in the dashboard is one entry without a key. Tokens and balances come from the log and follow it with the lag of the projections. Requests, errors and latency are counted by the API processes and appear some seconds later; the crash of one loses seconds of them. Percentiles are interpolated between fixed steps, in milliseconds, at most 12288, and null for a route without measured calls. balance_series has the balance at the beginning of each bucket, and now.
     *
     *     Scope: `admin:read`.
     */
    get: operations['getUsageSummary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/changelog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What changed, newest first
     * @description JSON, or with `Accept: text/markdown` the text that it was made from.
     */
    get: operations['getChangelog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read this description as a page, and try calls
     * @description The page holds no data of its own: it shows this description, and calls with the key that is typed in.
     */
    get: operations['getDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/docs/{page}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a page of the documentation
     * @description Pages: `index`, `quickstart`, `clients`, `interview`, `webhooks`, `errors`, `limits`, `sandbox`, `versions`, `changelog`, `sealing`, `erasure`, `officer`, `audit-trail`, `audit-proofs`, `processing-record`, `controls`, `not-promised`. Begin with `index`.
     */
    get: operations['getDocsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/docs/assets/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A script, style or picture of the pages
     * @description The pages name their files. Browsers keep them: a file that changes gets another name.
     */
    get: operations['getDocsFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/docs/postman.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the collection for Postman
     * @description Import it by this URL and set the variable `apiKey`: its requests run in order, and each takes from the answers before it what it needs. `baseUrl` is the address of this service. Format: Postman Collection 2.1.
     */
    get: operations['getPostmanCollection'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/dashboard/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How the service and what it needs are doing
     * @description For the dashboard: a cookie session is required. NATS being away, or a projection more than 30 seconds behind or parked, is `degraded`; the event log being away is `unavailable`. A session that was made from an API key counts deliveries of its own mode, test or live.
     *
     *     Scope: any valid key. A dashboard session is needed.
     */
    get: operations['getSystemStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the process can serve a request
     * @description Never rate limited.
     */
    get: operations['getLiveness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether what the service needs can be reached
     * @description Never rate limited.
     */
    get: operations['getReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Older alias of the readiness probe
     * @description Deprecated: use GET /v1/health/ready, or GET /v1/health/live. Its end has no date yet.
     *
     *     Never rate limited.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this description
     * @description The OpenAPI 3.1 description of the interface, made from the schemas that validate the calls.
     */
    get: operations['getOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'session.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A session was created.
     * @description Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onSessionCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'session.answered': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A question was answered or skipped, or more was told.
     * @description Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onSessionAnswered'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'session.finalized': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A session was finalized.
     * @description Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onSessionFinalized'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'assessment.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The assessment of a finalized session.
     * @description Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onAssessmentCompleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'red_flag.detected': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A red flag was seen that did not stand before. One call raises at most 10, the most urgent first.
     * @description Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onRedFlagDetected'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'triage.escalated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The triage level became more urgent.
     * @description Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onTriageEscalated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'session.timeout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A session was idle for 30 minutes; it can go on.
     * @description Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onSessionTimeout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'balance.low_20': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The balance came down to 20 % or less of what it was right after the last grant.
     * @description Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onBalanceLow20'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'balance.low_10': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The balance came down to 10 % or less of what it was right after the last grant.
     * @description Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onBalanceLow10'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'balance.depleted': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The balance came down to 0 or less.
     * @description Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onBalanceDepleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  WebhookEvent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Any event.
     * @description What an endpoint that takes several events gets: `type` says which.
     *
     *     Sent by POST to the URL of every active subscription that names this event.
     *
     *     **Verify it** before you believe it. The signature is the HMAC SHA-256 of `<timestamp>.<body>`: the text of X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.
     *
     *     **Deduplicate** on `id`: an event can come more than once. Events can also come out of order; `sequence` orders those of one session. Bodies can gain fields.
     *
     *     **Answer** with any 2xx within 10 seconds: it is delivered then, and not otherwise. Redirects are not followed. What was not delivered is tried again after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches a wait to double at most), 7 attempts in all. After that it is dead-lettered and can be replayed.
     */
    post: operations['onWebhookEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** @description Every error answer has this form. */
    ApiError: {
      /** @description What went wrong. */
      error: components['schemas']['ApiErrorBody'];
    };
    /** @description What went wrong. */
    ApiErrorBody: {
      /** @description Stable; switch on this. */
      code: components['schemas']['ErrorCode'];
      /**
       * @description What is wrong, in English, for a person to read. Never repeats a value that was sent.
       * @example The limit of 60 requests per minute is used up.
       */
      message: string;
      /**
       * @description The X-Request-ID sent, else a generated one.
       * @example req-7f3a
       */
      request_id: string;
      /** @description More about some errors; left out for the others. */
      detail?: components['schemas']['ErrorDetail'];
    };
    /**
     * @description Which kind of error it is; the errors page says what to do about each.
     * @example rate_limited
     * @enum {string}
     */
    ErrorCode:
      | 'bad_request'
      | 'unauthorized'
      | 'payment_required'
      | 'forbidden'
      | 'not_found'
      | 'method_not_allowed'
      | 'request_timeout'
      | 'conflict'
      | 'gone'
      | 'payload_too_large'
      | 'request_too_large'
      | 'unsupported_media_type'
      | 'validation_error'
      | 'rate_limited'
      | 'internal_server_error'
      | 'not_implemented'
      | 'bad_gateway'
      | 'service_unavailable'
      | 'gateway_timeout';
    /** @description More about some errors; other fields may stand here too. */
    ErrorDetail: {
      /** @description 422: each field that breaks a rule. */
      field_errors?: components['schemas']['FieldError'][];
      /**
       * Format: int32
       * @description 429: seconds to wait.
       * @example 12
       */
      retry_after?: number;
      /**
       * Format: int32
       * @description 429: the limit that is used up, in requests a minute.
       * @example 60
       */
      limit?: number;
      /**
       * Format: date-time
       * @description 429 for too many sessions at once: when the next of them goes idle. ISO 8601, UTC.
       * @example 2026-01-31T08:30:00.000Z
       */
      slot_free_at?: string;
      /**
       * Format: int32
       * @description 413: bytes that can be stored at once.
       * @example 1048576
       */
      limit_bytes?: number;
      /**
       * Format: int32
       * @description 402: tokens that the call costs.
       * @example 8
       */
      cost?: number;
      /**
       * Format: int64
       * @description 402: tokens that are there, less what calls under way hold.
       * @example 3
       */
      balance?: number;
      /**
       * @description 403: the scope that the credential lacks.
       * @example sessions:write
       */
      missing_scope?: string;
    } & {
      [key: string]: unknown;
    };
    /** @description A field that breaks a rule. */
    FieldError: {
      /**
       * @description Where it stands, as a dotted path: `clear_answers.0`.
       * @example chief_complaint
       */
      field: string;
      /**
       * @description Which rule: required, invalid_type, too_small, too_big, invalid_value, invalid_format, invalid_text, common_password or unknown_field; operations may add their own.
       * @example required
       */
      code: string;
      /**
       * @description What is wrong with it, in English; never repeats the value.
       * @example This field is required.
       */
      message: string;
    };
    /** @description The invitation, and the password of the new account. */
    AcceptInvite: {
      /**
       * @description The token of the link in the mail.
       * @example k3J0pX2Yw1sVt4uQe7rZb9nMa6cLd8fGh5iTj0oPqRs
       */
      token: string;
      /**
       * @description 12 to 200 characters, none of the common ones.
       * @example a long sentence of my own
       */
      password: string;
      /**
       * @description What the member is called; "" for no name.
       * @default
       * @example Jana Nová
       */
      name?: string | null;
    };
    /** @description Something that opens the tenant, and what it opens. */
    AccessHolder: {
      /**
       * @description What it is.
       * @example member
       */
      kind: components['schemas']['AccessHolderKind'];
      /**
       * @description Id of the key or of the (invited) member, the domain of a binding, the name of a login.
       * @example 0198c0de-0000-7000-8000-000000000012
       */
      id: string;
      /**
       * @description What the key or member is called, "" where none was given; of a binding the issuer; "" for a login.
       * @example Jana Nová
       */
      name: string;
      /**
       * @description How a key begins and ends, the mail address of a member; "" for others.
       * @example jana@clinic.example
       */
      hint: string;
      /**
       * @description active: it can be used, or accepted, now. expired: its time is over. switched_off: the member was deactivated, or an operator has switched single sign-on off for the tenant.
       * @example active
       * @enum {string}
       */
      status: 'active' | 'expired' | 'switched_off';
      /**
       * @description Whether it is for test mode alone: a test key.
       * @example false
       */
      test: boolean;
      /** @description Of a member or an invitation; null for others. */
      role: components['schemas']['Role'] | null;
      /** @description What it may do, or may once it is accepted; none once it is switched off. */
      scopes: components['schemas']['Scope'][];
      /**
       * @description Whether it reaches beyond the tenant: a login of the operator’s own data team.
       * @example false
       */
      reads_every_tenant: boolean;
      /**
       * Format: date-time
       * @description When it was made, invited, bound or granted. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /** @description Who made it, or rotated the key last; null where that is not known. */
      created_by: components['schemas']['Actor'] | null;
      /**
       * Format: date-time
       * @description When a key was last used, at most 30 seconds late, or a member last signed in; null where that never happened, and for what no use is kept of. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * @description When a key or an invitation ends; null where it does not. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      expires_at: string | null;
    };
    /**
     * @description api_key; member of the team; invitation to it that nobody has accepted; sso_binding: a domain whose identity provider may sign members in; analytics_login: a login of a data team to counts in SQL; facts_login: one that reads rows without names as well.
     * @example member
     * @enum {string}
     */
    AccessHolderKind: 'api_key' | 'member' | 'invitation' | 'sso_binding' | 'analytics_login' | 'facts_login';
    /** @description A page of who may do what in the tenant. */
    AccessReview: {
      /**
       * Format: date-time
       * @description When this was looked at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      as_of: string;
      /**
       * Format: int32
       * @description Entries that match, on all pages.
       * @example 1
       */
      total: number;
      /**
       * Format: int32
       * @description How many entries a page holds at most. As it was asked for.
       * @example 50
       */
      limit: number;
      /**
       * Format: int64
       * @description How many entries were passed over, as it was asked for.
       * @example 0
       */
      offset: number;
      /** @description By kind, in the order in which that lists them, and in each the oldest first. */
      data: components['schemas']['AccessHolder'][];
    };
    /** @description Who the caller is, and what it may do. */
    Account: {
      /**
       * Format: uuid
       * @description The tenant of the caller.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Name of the tenant.
       * @example Clinic Example
       */
      name: string;
      /**
       * @description The tier that the tenant has now.
       * @example growth
       */
      tier: components['schemas']['TierName'];
      /**
       * Format: int64
       * @description Tokens left; below 0 only where overage is allowed.
       * @example 954
       */
      balance: number;
      /** @description What the credential of this call may do. */
      scopes: components['schemas']['Scope'][];
      /**
       * Format: uuid
       * @description The key of this call; null for a member's session.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      key_id: string | null;
      /**
       * @description How the key begins; null for a member's session.
       * @example svc_live_Exam
       */
      key_prefix: string | null;
      /**
       * @description Whether the key is a test key; null for a member's session, which sees both modes.
       * @example false
       */
      test: boolean | null;
      /** @description Who is signed in; null for a key, and for the session of a key. */
      member: components['schemas']['TeamMember'] | null;
      /** @description Which features are on for the tenant. */
      features: components['schemas']['Features'];
      /**
       * Format: int32
       * @description Requests a minute that this caller may send.
       * @example 60
       */
      rate_limit_rpm: number;
    };
    /**
     * @description How right the first diagnosis turned out to be.
     * @example partially_correct
     * @enum {string}
     */
    Accuracy: 'correct' | 'partially_correct' | 'incorrect' | 'unknown';
    /** @description Who acted: an API key, a member, a login of a data team, an operator, or a part of the service. */
    Actor: {
      /**
       * @description api_key, member, login of a data team, operator, or system for a part of the service.
       * @example api_key
       */
      type: string;
      /**
       * @description Id of the key or member, else the name of the login, operator or part.
       * @example 0198c0de-0000-7000-8000-000000000020
       */
      id: string;
    };
    /**
     * @description How much alcohol the patient drinks.
     * @example occasional
     * @enum {string}
     */
    AlcoholStatus: 'none' | 'occasional' | 'regular' | 'heavy' | 'unknown';
    /** @description One of the answers that can be chosen. */
    AnswerChoice: {
      /**
       * @description What a field holds where this is chosen.
       * @example right_lower
       */
      code: string;
      /**
       * @description The choice in English, to be shown to the patient.
       * @example right lower
       */
      text: string;
      /**
       * @description The same in Czech.
       * @example vpravo dole
       */
      text_cs: string;
    };
    /** @description An answer, as text, as fields, or skipped. */
    AnswerQuestion: {
      /**
       * @description The question that is answered, as `current_question` has it; `additional` tells what was not asked.
       * @example radiates_left_arm
       */
      question_id: string;
      /**
       * @description What the patient said, in English or Czech.
       * @example Yes, into my left arm.
       */
      raw_text?: string | null;
      /** @description Findings that you read yourself, by code; they win over the text. */
      extracted_fields?: components['schemas']['Fields'] | null;
      /**
       * @description Codes of findings and red flags that are present: the short form of fields that are true.
       * @example [
       *       "vomiting"
       *     ]
       */
      extracted_flags?: string[] | null;
      /**
       * @description How sure you are of a field, from 0 to 1, by its code; 1 for a field that is not named.
       * @example {
       *       "vomiting": 0.8
       *     }
       */
      field_confidences?: {
        [key: string]: number;
      } | null;
      /**
       * @description The patient cannot or does not want to answer: costs nothing, and goes without text.
       * @default false
       * @example false
       */
      skip?: boolean | null;
    };
    /**
     * @description The form of an answer. boolean: yes or no. choice: one of `choices`. choices: one or more of them. number: a number in `unit`. duration: a length of time, as a field in hours. text: the patient's own words.
     * @example choice
     * @enum {string}
     */
    AnswerType: 'boolean' | 'choice' | 'choices' | 'number' | 'duration' | 'text';
    /** @description What was understood, and where the session stands now. */
    AnsweredQuestion: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description Whether the session still takes answers.
       * @example active
       */
      status: components['schemas']['SessionStatus'];
      /**
       * Format: int32
       * @description Questions that were answered or skipped so far.
       * @example 5
       */
      questions_asked: number;
      /**
       * @description Whether no question is left to ask.
       * @example false
       */
      is_complete: boolean;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description Complaints that the interview follows, the chief complaint's first; empty where none was recognised. */
      active_branches: string[];
      /** @description Codes of the warning signs that stand now, the most urgent first. */
      red_flags: string[];
      /** @description What to ask the patient now; null where no question is left. */
      current_question: components['schemas']['CurrentQuestion'] | null;
      /**
       * Format: date-time
       * @description When the session was opened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /** @description Each finding that was told, as present, absent or unknown. */
      evidence: components['schemas']['Evidence'][];
      /**
       * @description The same as fields by code: those that the caller sent, and those that were read in the text.
       * @example {
       *       "vomiting": true,
       *       "temperature_c": 38.5
       *     }
       */
      extracted_fields: components['schemas']['Fields'];
      /**
       * @description Codes of red flags that the text alone shows, and the flags that the caller sent.
       * @example [
       *       "rf_acs_features"
       *     ]
       */
      extracted_flags: string[];
      /**
       * @description How sure the source of each field is, from 0 to 1, by code.
       * @example {
       *       "radiates_left_arm": 0.97
       *     }
       */
      field_confidences: {
        [key: string]: number;
      };
      /**
       * @description Codes of fields and flags that the catalogue does not hold: stored, and not used.
       * @example [
       *       "vas_score"
       *     ]
       */
      unrecognised: string[];
      /** @description Codes of the red flags that this answer raised. */
      new_red_flags: string[];
      /** @description Why no further question is asked; null while there is one. */
      stop_reason: components['schemas']['StopReason'] | null;
      /** @description What this call cost, and how long it took. */
      meta: components['schemas']['CallMeta'];
    };
    /** @description An API key without its secret. */
    ApiKey: {
      /**
       * Format: uuid
       * @description The key; in the paths of its calls and in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      key_id: string;
      /**
       * @description How the key begins: tells test keys (`svc_test_`) from live ones (`svc_live_`), and keys from each other.
       * @example svc_live_Exam
       */
      key_prefix: string;
      /**
       * @description The last four characters of the key.
       * @example le01
       */
      key_suffix: string;
      /**
       * @description What the key is called; only for people.
       * @example Ward 4
       */
      name: string;
      /** @description What the key may do. */
      scopes: components['schemas']['Scope'][];
      /**
       * Format: int32
       * @description Requests a minute that the key may send; a lower limit of the tenant goes before it.
       * @example 60
       */
      rate_limit_rpm: number;
      /**
       * @description Whether the key is accepted; false once it was revoked or has expired.
       * @example true
       */
      is_active: boolean;
      /**
       * Format: date-time
       * @description When it was last used, at most 30 seconds late; null where it never was. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * @description From when on it is refused; null where it does not expire. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description When the key was made. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /** @description Who made the key, or rotated it last; null where that is not known. */
      created_by: components['schemas']['Actor'] | null;
    };
    /** @description A question as it was asked. */
    AskedText: {
      /**
       * @description The question in English.
       * @example Are you short of breath?
       */
      text: string;
      /**
       * @description The same in Czech.
       * @example Jste dušní, špatně se vám dýchá?
       */
      text_cs: string;
    };
    /** @description The assessment of a finalized session. */
    AssessmentCompletedEvent: {
      /**
       * Format: uuid
       * @description The event; the same over retries and replays: deduplicate on it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * @description What happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'assessment.completed';
      /**
       * Format: date-time
       * @description The same as occurred_at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it happened; the same over retries and replays. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: int64
       * @description Revision of the session (of the tenant for balance.*): orders its events.
       * @example 12
       */
      sequence: number;
      /**
       * @description Version of the interface that the body follows.
       * @constant
       */
      api_version: 'v1';
      /**
       * Format: uuid
       * @description The tenant that it happened to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Whether it tells of a test session, or only tries the receiver.
       * @example false
       */
      test: boolean;
      /** @description What it tells: ids, levels, counts and codes, never what a patient said. */
      data: components['schemas']['AssessmentCompletedEventData'];
    };
    /** @description What assessment.completed tells. */
    AssessmentCompletedEventData: {
      /**
       * Format: uuid
       * @description The session that it is about.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description All red flags that stand now. */
      red_flags: string[];
      /**
       * @description ICD-10 code of the likeliest differential; null where there is none.
       * @example I20.8
       */
      primary_diagnosis_icd: string | null;
      /**
       * Format: int32
       * @description Questions that were answered or skipped.
       * @example 5
       */
      questions_asked: number;
    };
    /**
     * @description What was done: one of these today; later versions may add actions.
     * @example session.finalized
     * @enum {string}
     */
    AuditAction:
      | 'access.reviewed'
      | 'audit.rebuilt'
      | 'auth.code_failed'
      | 'auth.credential_refused'
      | 'auth.failed'
      | 'auth.key_exchanged'
      | 'auth.login'
      | 'auth.logout'
      | 'balance.threshold_crossed'
      | 'export.audit'
      | 'export.bulk'
      | 'facts.extracted'
      | 'facts.granted'
      | 'facts.read'
      | 'facts.revoked'
      | 'facts.rotated'
      | 'key.created'
      | 'key.revoked'
      | 'key.updated'
      | 'log.event_skipped'
      | 'log.event_unreadable'
      | 'member.accepted'
      | 'member.deactivated'
      | 'member.email_verified'
      | 'member.erased'
      | 'member.invited'
      | 'member.password_set'
      | 'member.registered'
      | 'member.role_changed'
      | 'patient.created'
      | 'patient.disclosures_viewed'
      | 'patient.erased'
      | 'patient.erasure_refused'
      | 'patient.hold_lifted'
      | 'patient.hold_placed'
      | 'patient.list_accessed'
      | 'patient.removal_refused'
      | 'patient.sessions_viewed'
      | 'patient.summary_viewed'
      | 'patient.updated'
      | 'patient.viewed'
      | 'rate_limit.override_set'
      | 'replay.opened'
      | 'retention.changed'
      | 'session.answered'
      | 'session.assessment_completed'
      | 'session.clearing_refused'
      | 'session.created'
      | 'session.demographics_updated'
      | 'session.erased'
      | 'session.erasure_refused'
      | 'session.events_read'
      | 'session.explained'
      | 'session.exported'
      | 'session.feedback_given'
      | 'session.finalized'
      | 'session.history_viewed'
      | 'session.hold_lifted'
      | 'session.hold_placed'
      | 'session.list_accessed'
      | 'session.rectified'
      | 'session.red_flag_detected'
      | 'session.results_viewed'
      | 'session.routed'
      | 'session.state_viewed'
      | 'session.timed_out'
      | 'session.triage_escalated'
      | 'session.viewed'
      | 'tenant.closed'
      | 'tenant.registered'
      | 'tenant.sessions_counted'
      | 'tenant.settings_changed'
      | 'tenant.tier_changed'
      | 'tenant.tokens_granted'
      | 'webhook.changed'
      | 'webhook.created'
      | 'webhook.dead_letters_replayed'
      | 'webhook.deleted'
      | 'webhook.delivery_replayed'
      | 'webhook.delivery_resolved'
      | 'webhook.disabled'
      | 'webhook.enabled'
      | 'webhook.secret_rotated';
    /** @description A row of the audit trail with its place in the chain. */
    AuditChainRow: {
      /**
       * Format: uuid
       * @description The event that the row is about; GET /v1/admin/audit-log/proof takes it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /**
       * @description What was done.
       * @example session.finalized
       */
      action: components['schemas']['AuditAction'];
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /** @description What it was done to. */
      subject: components['schemas']['AuditSubject'];
      /**
       * @description Names of the fields that were changed, never values.
       * @example [
       *       "age"
       *     ]
       */
      changed_fields: string[];
      /**
       * Format: int32
       * @description How many reads of one minute the row stands for; null for a row that stands for one event.
       * @example 3
       */
      count: number | null;
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description IP address of the caller; null where nobody called.
       * @example 198.51.100.24
       */
      ip: string | null;
      /**
       * @description The X-Svc-On-Behalf-Of of the call: the end user of your own software that it was made for. Null where it named nobody, and for counted reads.
       * @example nurse-17
       */
      on_behalf_of: string | null;
      /**
       * @description Of this row, over its canonical JSON and the hash before it. SHA-256 in hex.
       * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
       */
      hash: string;
      /**
       * @description Of the row before it in the chain of the tenant. SHA-256 in hex.
       * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
       */
      previous_hash: string;
      /**
       * Format: int64
       * @description Place of the row in the chain, from 1.
       * @example 2
       */
      seq: number;
      /**
       * @description The exact text that is hashed.
       * @example {"action":"session.finalized"}
       */
      canonical: string;
    };
    /** @description A tree head: the rows up to a place of the trail, signed. */
    AuditCheckpoint: {
      /** @description What is signed. */
      statement: {
        /**
         * Format: int32
         * @description Version of this form.
         * @example 2
         */
        v: number;
        /**
         * Format: uuid
         * @description The tenant whose trail it is.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        tenant_id: string;
        /**
         * Format: int64
         * @description Number of the checkpoint, from 1.
         * @example 1
         */
        number: number;
        /**
         * Format: int64
         * @description Place in the chain up to which it reaches, from 1.
         * @example 2
         */
        seq: number;
        /**
         * @description Of the row at that place, in the chain. SHA-256 in hex.
         * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
         */
        hash: string;
        /**
         * Format: uuid
         * @description The event of that row.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        event_id: string;
        /**
         * @description Its position in the log, as decimal digits: it may be larger than a JSON number.
         * @example 4711
         */
        position: string;
        /**
         * Format: date-time
         * @description When it was signed. ISO 8601, UTC.
         * @example 2026-03-02T08:30:00.000Z
         */
        at: string;
        /**
         * @description Of the canonical JSON of the statement before it; 64 zeros in the first one. SHA-256 in hex.
         * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
         */
        previous: string;
        /**
         * Format: int64
         * @description How many rows the tree is over: those up to `seq`. Left out in version 1.
         * @example 2
         */
        tree_size?: number;
        /**
         * @description Root of the Merkle tree over these rows (RFC 6962). Left out in version 1. SHA-256 in hex.
         * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
         */
        root?: string;
      };
      /**
       * @description Of the canonical statement: `previous` of the next one. SHA-256 in hex.
       * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
       */
      digest: string;
      /** @description The signature of the service. */
      signature: {
        /**
         * @description How it is signed.
         * @constant
         */
        algorithm: 'Ed25519';
        /**
         * Format: uuid
         * @description The key that signed it.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        signing_key_id: string;
        /**
         * @description Its public half: SubjectPublicKeyInfo (DER) in base64.
         * @example MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=
         */
        public_key: string;
        /**
         * @description The signature in base64.
         * @example ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA==
         */
        value: string;
      };
    };
    /** @description A row of the audit trail between its neighbours. */
    AuditEventDetail: {
      /** @description What was recorded of the event, in its place. */
      row: components['schemas']['AuditChainRow'];
      /** @description The rows before it in the chain, oldest first. */
      before: components['schemas']['AuditChainRow'][];
      /** @description The rows after it in the chain, oldest first. */
      after: components['schemas']['AuditChainRow'][];
    };
    /** @description A page of the audit trail, by cursor. */
    AuditEventPage: {
      /** @description The rows of the page, newest first. */
      data: components['schemas']['AuditRow'][];
      /**
       * @description Goes into `cursor` for the next page; empty after the last one.
       * @example
       */
      next_cursor: string;
    };
    /** @description A page of the audit trail. */
    AuditList: {
      /**
       * Format: int64
       * @description Entries that match, on all pages.
       * @example 2
       */
      total: number;
      /**
       * Format: int32
       * @description How many entries a page holds at most. As it was asked for.
       * @example 50
       */
      limit: number;
      /**
       * Format: int64
       * @description How many entries were passed over, as it was asked for.
       * @example 0
       */
      offset: number;
      /** @description The rows of the page, newest first. */
      data: components['schemas']['AuditRow'][];
    };
    /** @description What proves that the trail is whole. */
    AuditProof: {
      /**
       * Format: uuid
       * @description The tenant whose trail it is.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /** @description The last row as stored. */
      head: {
        /**
         * Format: int64
         * @description Its place in the trail; 0 for an empty one.
         * @example 2
         */
        seq: number;
        /**
         * @description Of that row. SHA-256 in hex.
         * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
         */
        hash: string;
      };
      /**
       * @description Whether the newest checkpoint covers the last row.
       * @example true
       */
      covers_head: boolean;
      /** @description The newest one; null where none was signed yet. */
      checkpoint: components['schemas']['AuditCheckpoint'] | null;
      /** @description The row that was asked for; null where none was. */
      row: {
        /**
         * Format: int64
         * @description Place of the row in the trail, from 1.
         * @example 2
         */
        seq: number;
        /**
         * @description The exact text that is hashed.
         * @example {"action":"session.finalized"}
         */
        canonical: string;
        /**
         * @description Of the row, in the chain. SHA-256 in hex.
         * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
         */
        hash: string;
      } | null;
      /** @description Proves that the row is in the tree of `checkpoint`; null where no row was asked for, or it is not in a tree yet. */
      inclusion: {
        /**
         * Format: int64
         * @description Place of the row among the leaves, from 0.
         * @example 1
         */
        leaf_index: number;
        /**
         * Format: int64
         * @description `tree_size` of the checkpoint.
         * @example 2
         */
        tree_size: number;
        /**
         * @description The nodes beside the way from the row to the root, from below.
         * @example [
         *       "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
         *     ]
         */
        path: string[];
      } | null;
      /** @description Proves that the tree of `from_size` rows is the beginning of the one of `checkpoint`; null where it was not asked for. */
      consistency: {
        /**
         * Format: int64
         * @description The size that was asked from.
         * @example 1
         */
        from_size: number;
        /**
         * Format: int64
         * @description `tree_size` of the checkpoint.
         * @example 2
         */
        tree_size: number;
        /**
         * @description The nodes that make both roots.
         * @example [
         *       "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
         *     ]
         */
        path: string[];
      } | null;
      /** @description All signing keys, those that were replaced as well. */
      public_keys: {
        /**
         * Format: uuid
         * @description The key, as signatures name it.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        signing_key_id: string;
        /**
         * @description Its public half: SubjectPublicKeyInfo (DER) in base64.
         * @example MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=
         */
        public_key: string;
        /**
         * Format: date-time
         * @description When the signing key was made. ISO 8601, UTC.
         * @example 2026-03-02T08:30:00.000Z
         */
        created_at: string;
      }[];
    };
    /** @description Who did what, and when, in the chain of the tenant. */
    AuditRow: {
      /**
       * Format: uuid
       * @description The event that the row is about; GET /v1/admin/audit-log/proof takes it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /**
       * @description What was done.
       * @example session.finalized
       */
      action: components['schemas']['AuditAction'];
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /** @description What it was done to. */
      subject: components['schemas']['AuditSubject'];
      /**
       * @description Names of the fields that were changed, never values.
       * @example [
       *       "age"
       *     ]
       */
      changed_fields: string[];
      /**
       * Format: int32
       * @description How many reads of one minute the row stands for; null for a row that stands for one event.
       * @example 3
       */
      count: number | null;
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description IP address of the caller; null where nobody called.
       * @example 198.51.100.24
       */
      ip: string | null;
      /**
       * @description The X-Svc-On-Behalf-Of of the call: the end user of your own software that it was made for. Null where it named nobody, and for counted reads.
       * @example nurse-17
       */
      on_behalf_of: string | null;
      /**
       * @description Of this row, over its canonical JSON and the hash before it. SHA-256 in hex.
       * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
       */
      hash: string;
      /**
       * @description Of the row before it in the chain of the tenant. SHA-256 in hex.
       * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
       */
      previous_hash: string;
    };
    /** @description Something that an action was done to. */
    AuditSubject: {
      /**
       * @description What kind of thing it was done to.
       * @example session
       */
      type: string;
      /**
       * @description Its id; of a patient without a profile the keyed hash of the patient id.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
    };
    /** @description The tokens of the tenant. */
    Balance: {
      /**
       * Format: int64
       * @description Tokens left; below 0 only where overage is allowed.
       * @example 954
       */
      balance: number;
      /**
       * Format: date-time
       * @description When the balance was read. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      as_of: string;
    };
    /** @description The balance came down to 0 or less. */
    BalanceDepletedEvent: {
      /**
       * Format: uuid
       * @description The event; the same over retries and replays: deduplicate on it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * @description What happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'balance.depleted';
      /**
       * Format: date-time
       * @description The same as occurred_at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it happened; the same over retries and replays. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: int64
       * @description Revision of the session (of the tenant for balance.*): orders its events.
       * @example 12
       */
      sequence: number;
      /**
       * @description Version of the interface that the body follows.
       * @constant
       */
      api_version: 'v1';
      /**
       * Format: uuid
       * @description The tenant that it happened to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Whether it tells of a test session, or only tries the receiver.
       * @example false
       */
      test: boolean;
      /** @description What it tells: ids, levels, counts and codes, never what a patient said. */
      data: components['schemas']['BalanceDepletedEventData'];
    };
    /** @description What balance.depleted tells. */
    BalanceDepletedEventData: {
      /**
       * Format: int64
       * @description Tokens left; below 0 only where overage is allowed.
       * @example 198
       */
      balance: number;
      /**
       * Format: int64
       * @description Tokens of the balance right after the last grant.
       * @example 1000
       */
      initial_balance: number;
    };
    /** @description The balance came down to 10 % or less of what it was right after the last grant. */
    BalanceLow10Event: {
      /**
       * Format: uuid
       * @description The event; the same over retries and replays: deduplicate on it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * @description What happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'balance.low_10';
      /**
       * Format: date-time
       * @description The same as occurred_at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it happened; the same over retries and replays. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: int64
       * @description Revision of the session (of the tenant for balance.*): orders its events.
       * @example 12
       */
      sequence: number;
      /**
       * @description Version of the interface that the body follows.
       * @constant
       */
      api_version: 'v1';
      /**
       * Format: uuid
       * @description The tenant that it happened to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Whether it tells of a test session, or only tries the receiver.
       * @example false
       */
      test: boolean;
      /** @description What it tells: ids, levels, counts and codes, never what a patient said. */
      data: components['schemas']['BalanceLow10EventData'];
    };
    /** @description What balance.low_10 tells. */
    BalanceLow10EventData: {
      /**
       * Format: int64
       * @description Tokens left; below 0 only where overage is allowed.
       * @example 198
       */
      balance: number;
      /**
       * Format: int64
       * @description Tokens of the balance right after the last grant.
       * @example 1000
       */
      initial_balance: number;
    };
    /** @description The balance came down to 20 % or less of what it was right after the last grant. */
    BalanceLow20Event: {
      /**
       * Format: uuid
       * @description The event; the same over retries and replays: deduplicate on it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * @description What happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'balance.low_20';
      /**
       * Format: date-time
       * @description The same as occurred_at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it happened; the same over retries and replays. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: int64
       * @description Revision of the session (of the tenant for balance.*): orders its events.
       * @example 12
       */
      sequence: number;
      /**
       * @description Version of the interface that the body follows.
       * @constant
       */
      api_version: 'v1';
      /**
       * Format: uuid
       * @description The tenant that it happened to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Whether it tells of a test session, or only tries the receiver.
       * @example false
       */
      test: boolean;
      /** @description What it tells: ids, levels, counts and codes, never what a patient said. */
      data: components['schemas']['BalanceLow20EventData'];
    };
    /** @description What balance.low_20 tells. */
    BalanceLow20EventData: {
      /**
       * Format: int64
       * @description Tokens left; below 0 only where overage is allowed.
       * @example 198
       */
      balance: number;
      /**
       * Format: int64
       * @description Tokens of the balance right after the last grant.
       * @example 1000
       */
      initial_balance: number;
    };
    /** @description The balance, and where it stands among its thresholds. */
    BalanceStatus: {
      /**
       * Format: int64
       * @description Tokens left; below 0 only where overage is allowed.
       * @example 954
       */
      balance: number;
      /**
       * Format: int64
       * @description Tokens of the balance right after the last grant or top-up.
       * @example 1000
       */
      initial_balance: number;
      /**
       * Format: int64
       * @description Tokens charged since the tenant was made.
       * @example 46
       */
      lifetime_used: number;
      /**
       * @description Share of the initial balance that is left, from 0 to 100 with two decimals; 0 for overage.
       * @example 95.4
       */
      percentage_remaining: number;
      /**
       * @description The last threshold that was reached on the way down; ok where none was.
       * @example ok
       * @enum {string}
       */
      current_threshold: 'ok' | 'low_20' | 'low_10' | 'depleted';
      /** @description What comes next on the way down; null once the balance is used up. */
      next_threshold: {
        /**
         * @description Which threshold comes next.
         * @example low_20
         * @enum {string}
         */
        name: 'low_20' | 'low_10' | 'depleted';
        /**
         * Format: int64
         * @description Tokens that can be charged until it is reached.
         * @example 754
         */
        tokens_until: number;
        /**
         * @description Share of the initial balance at which it is reached, in percent.
         * @example 20
         */
        percentage: number;
      } | null;
      /**
       * @description The tier that the tenant has now.
       * @example growth
       */
      tier: components['schemas']['TierName'];
      /**
       * Format: date-time
       * @description When tokens were granted last, by a top-up, the registration or an upgrade; null where they never were. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_topup_at: string | null;
    };
    /** @description Finalized sessions with all clinical data. */
    BulkExport: {
      /**
       * Format: int32
       * @description Sessions that match, whatever the limit.
       * @example 1
       */
      total: number;
      /**
       * Format: int32
       * @description How many sessions were to be exported at most.
       * @example 1000
       */
      limit: number;
      /** @description The records, newest first. */
      data: components['schemas']['SessionExport'][];
      /**
       * Format: int32
       * @description Records in data.
       * @example 1
       */
      count: number;
      /**
       * Format: date-time
       * @description When the export ended. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      exported_at: string;
    };
    /** @description How many calls there were, and how they went. */
    CallHealth: {
      /**
       * Format: int32
       * @description Calls that were answered.
       * @example 6
       */
      requests: number;
      /**
       * Format: int32
       * @description Answers of 400 and above.
       * @example 1
       */
      errors: number;
      /**
       * @description 50 percent of the calls took no longer, in milliseconds; null where no call was measured.
       * @example 24
       */
      p50_ms: number | null;
      /**
       * @description 95 percent of the calls took no longer, in milliseconds; null where no call was measured.
       * @example 31.8
       */
      p95_ms: number | null;
      /**
       * @description 99 percent of the calls took no longer, in milliseconds; null where no call was measured.
       * @example 32
       */
      p99_ms: number | null;
    };
    /** @description How the calls of one stretch of time went. */
    CallHealthBucket: {
      /**
       * Format: date-time
       * @description Where the bucket begins. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      start: string;
      /**
       * Format: int32
       * @description Calls that were answered.
       * @example 6
       */
      requests: number;
      /**
       * Format: int32
       * @description Answers of 400 and above.
       * @example 1
       */
      errors: number;
      /**
       * @description 50 percent of the calls took no longer, in milliseconds; null where no call was measured.
       * @example 24
       */
      p50_ms: number | null;
      /**
       * @description 95 percent of the calls took no longer, in milliseconds; null where no call was measured.
       * @example 31.8
       */
      p95_ms: number | null;
      /**
       * @description 99 percent of the calls took no longer, in milliseconds; null where no call was measured.
       * @example 32
       */
      p99_ms: number | null;
    };
    /** @description What the call cost, and how long it took. */
    CallMeta: {
      /**
       * Format: int32
       * @description Tokens that this call was charged; 0 with a test key.
       * @example 8
       */
      tokens_charged: number;
      /**
       * Format: int32
       * @description How long the service worked on it, in milliseconds.
       * @example 24
       */
      processing_time_ms: number;
    };
    /** @description What goes with the code in the mail. */
    Challenge: {
      /**
       * Format: uuid
       * @description For POST /v1/auth/verify-code, with the code in the mail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      challenge_id: string;
      /**
       * Format: date-time
       * @description Until when the code works. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      code_expires_at: string;
    };
    /**
     * @description What kind of changes these are.
     * @example added
     * @enum {string}
     */
    ChangeKind: 'added' | 'changed' | 'deprecated' | 'removed' | 'fixed' | 'security';
    /** @description How long the tenant shall keep its sessions. */
    ChangeRetention: {
      /**
       * Format: int32
       * @description Days that a session is kept after it was finalized, or if it never was, after its last activity.
       * @example 90
       */
      retention_days: number;
      /**
       * @description Why it is changed: for the audit trail, stored sealed.
       * @example records policy 7.2
       */
      reason?: string | null;
    };
    /** @description The new role of the member. */
    ChangeRole: {
      /**
       * @description What the member may do from now on.
       * @example developer
       */
      role: components['schemas']['Role'];
    };
    /** @description The new tier of the tenant. */
    ChangeTier: {
      /**
       * @description The tier that the tenant shall have.
       * @example growth
       */
      tier: components['schemas']['TierName'];
    };
    /** @description What to change; what is left out or null stays as it is. */
    ChangeWebhookSubscription: {
      /**
       * Format: uri
       * @description Where the events are sent: https, on a public address, without credentials.
       * @example https://clinic.example/hooks/triage
       */
      url?: string | null;
      /** @description Which events are sent. */
      events?: components['schemas']['WebhookEventName'][] | null;
      /**
       * @description False switches the subscription off, true on again, whatever switched it off.
       * @example true
       */
      is_active?: boolean | null;
    };
    /** @description What changed, by version. */
    Changelog: {
      /** @description The versions, newest first. */
      entries: {
        /**
         * @description `unreleased`, or the version.
         * @example 0.2.0
         */
        version: string;
        /**
         * Format: date
         * @description When it was released; null for what is not yet.
         * @example 2026-03-02
         */
        date: string | null;
        /** @description The changes of the version, by kind. */
        sections: {
          /**
           * @description What they do.
           * @example added
           */
          kind: components['schemas']['ChangeKind'];
          /**
           * @description The changes, each in a sentence or more.
           * @example [
           *       "Sessions can be corrected until they are finalized."
           *     ]
           */
          changes: string[];
        }[];
      }[];
    };
    /** @description The summary of a finalized session, in parts and as a text. */
    ClinicalSummary: {
      /**
       * @description Why the patient comes: the complaints that were recognised, with the caller's own words.
       * @example Chest pain ("chest pain since this morning")
       */
      presenting_complaint: string;
      /**
       * @description The same with the complaints in Czech; null where an engine before 1.16.0 concluded it.
       * @example Bolest na hrudi („chest pain since this morning“)
       */
      presenting_complaint_cs: string | null;
      /**
       * @description When and how it began and goes on, and what was measured. In English.
       * @example [
       *       "Duration of symptoms: 2 hours"
       *     ]
       */
      history: string[];
      /**
       * @description Symptoms and signs that the patient has. In English.
       * @example [
       *       "Dyspnoea"
       *     ]
       */
      pertinent_positives: string[];
      /**
       * @description Symptoms and signs that are known to be absent. In English.
       * @example [
       *       "Cold sweat"
       *     ]
       */
      pertinent_negatives: string[];
      /** @description Warning signs that stand now, the most urgent first. */
      red_flags: components['schemas']['RedFlag'][];
      /** @description Possible diagnoses, the likeliest first: at most 10, each with 0.5 percent or more. Each with what speaks for and against it. */
      differentials: components['schemas']['SummarizedDifferential'][];
      /**
       * @description What the triage level asks for, in English.
       * @example Call an ambulance now (in Europe 112, in Czechia 155).
       */
      recommended_next_step: string;
      /**
       * @description The same in Czech; null where an engine before 1.16.0 concluded it.
       * @example Ihned volejte zdravotnickou záchrannou službu (155, případně 112).
       */
      recommended_next_step_cs: string | null;
      /**
       * @description Age, sex, risk factors and what the patient's profile says. In English.
       * @example [
       *       "Current smoker"
       *     ]
       */
      patient_context: string[];
      /** @description The lines of history, pertinent_positives, pertinent_negatives and patient_context once more, in this order, with code and in both languages; empty where an engine before 1.16.0 concluded it. */
      lines: components['schemas']['SummaryLine'][];
      /** @description What is not known or was corrected; empty where an engine before 1.17.0 concluded it. */
      open_points: components['schemas']['OpenPoint'][];
      /** @description The narrative part by part, in its order; a part without content is left out. Empty where an engine before 1.17.0 concluded it. */
      sections: components['schemas']['SummarySection'][];
      /**
       * @description The whole summary as a readable text in English.
       * @example This is decision support and not a diagnosis: it does not replace examination by a clinician.
       */
      narrative: string;
      /**
       * @description The same in Czech.
       * @example Jde o podporu rozhodování, nikoli o diagnózu; nenahrazuje vyšetření lékařem.
       */
      narrative_cs: string;
    };
    /** @description Something that the service knows: an entry of its catalogue. */
    Concept: {
      /**
       * @description What stands in fields, flags and answers.
       * @example temperature_c
       */
      code: string;
      /**
       * @description What kind of thing it is.
       * @example finding
       */
      type: components['schemas']['ConceptType'];
      /**
       * @description What a clinician calls it, in English.
       * @example Body temperature
       */
      name: string;
      /**
       * @description The same in Czech.
       * @example Tělesná teplota
       */
      name_cs: string;
      /**
       * @description Other words for it in English.
       * @example [
       *       "fever of"
       *     ]
       */
      synonyms: string[];
      /**
       * @description Other words for it in Czech.
       * @example [
       *       "teplota"
       *     ]
       */
      synonyms_cs: string[];
      /**
       * @description What a field with this code holds; null for what is no field.
       * @example number
       */
      value_type: components['schemas']['ConceptValueType'] | null;
      /**
       * @description Codes of a choice; null for what is no choice.
       * @example [
       *       "mild"
       *     ]
       */
      allowed_values: string[] | null;
      /** @description Which form an answer about it takes, as in current_question; null for what is no field. */
      answer_type: components['schemas']['AnswerType'] | null;
      /** @description What can be chosen, as text or by its code; empty where nothing is. Each text is understood as raw_text. */
      choices: components['schemas']['AnswerChoice'][];
      /**
       * @description Unit of the number, and of a duration as a field; null where it has none, or where it is no number.
       * @example °C
       */
      unit: string | null;
      /**
       * @description Smallest number that is taken, in that unit; null where there is none.
       * @example 30
       */
      minimum: number | null;
      /**
       * @description Largest number that is taken, in that unit; null where there is none.
       * @example 44
       */
      maximum: number | null;
      /**
       * @description ICD-10 code of a condition; null for everything else.
       * @example I20.8
       */
      icd: string | null;
    };
    /** @description A page of the catalogue. */
    ConceptList: {
      /**
       * Format: int32
       * @description Entries that match, on all pages.
       * @example 1
       */
      total: number;
      /**
       * Format: int32
       * @description How many entries a page holds at most. As it was asked for.
       * @example 50
       */
      limit: number;
      /**
       * Format: int64
       * @description How many entries were passed over, as it was asked for.
       * @example 0
       */
      offset: number;
      /** @description The concepts of the page, the best match first. */
      data: components['schemas']['Concept'][];
    };
    /**
     * @description A complaint that a session is opened for; a finding or risk factor, which fields take; a condition, which is a diagnosis; or a red flag.
     * @example finding
     * @enum {string}
     */
    ConceptType: 'complaint' | 'finding' | 'risk_factor' | 'condition' | 'flag';
    /**
     * @description What a field holds.
     * @example number
     * @enum {string}
     */
    ConceptValueType: 'boolean' | 'number' | 'choice';
    /** @description The key to make. */
    CreateApiKey: {
      /**
       * @description What the key is called; only for people.
       * @example Ward 4
       */
      name: string;
      /** @description What the key may do. Null or left out: the caller's own scopes. */
      scopes?: components['schemas']['Scope'][] | null;
      /**
       * Format: int32
       * @description Requests a minute. Left out: the tenant's limit of this moment.
       * @example 60
       */
      rate_limit_rpm?: number | null;
      /**
       * @description A sandbox key: it never bills.
       * @default false
       * @example true
       */
      test?: boolean | null;
      /**
       * Format: date-time
       * @description From when on the key is refused: in the future, at most 1826 days (5 years) ahead. ISO 8601 with an offset or Z. Null or left out: it ends with the calling key, or never where that has no end, or a member calls.
       * @example 2027-03-02T00:00:00.000Z
       */
      expires_at?: string | null;
    };
    /** @description What is known of the patient when the session is opened. */
    CreateSession: {
      /**
       * @description Why the patient comes, in English or Czech, in their own words or yours.
       * @example chest pain since this morning
       */
      chief_complaint: string;
      /**
       * Format: int32
       * @description The patient's age in whole years.
       * @example 54
       */
      age?: number | null;
      /** @description As far as it is known; some findings depend on it. */
      sex?: components['schemas']['Sex'] | null;
      /**
       * @description The story in the patient's own words, in English or Czech; it is read like an answer.
       * @example It hurts when I climb stairs. It started two hours ago.
       */
      free_text?: string | null;
      /** @description Findings that are known already, by their code in the catalogue. */
      initial_fields?: components['schemas']['Fields'] | null;
      /**
       * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
       * @example CARDIO-2041
       */
      patient_id?: string | null;
    };
    /** @description Which events to send to which URL. */
    CreateWebhookSubscription: {
      /**
       * Format: uri
       * @description Where the events are sent: https, on a public address, without credentials.
       * @example https://clinic.example/hooks/triage
       */
      url: string;
      /** @description Which events are sent. */
      events: components['schemas']['WebhookEventName'][];
    };
    /** @description The new session, with its first question. */
    CreatedSession: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description Whether the session still takes answers.
       * @example active
       */
      status: components['schemas']['SessionStatus'];
      /**
       * Format: int32
       * @description Questions that were answered or skipped so far.
       * @example 5
       */
      questions_asked: number;
      /**
       * @description Whether no question is left to ask.
       * @example false
       */
      is_complete: boolean;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description Complaints that the interview follows, the chief complaint's first; empty where none was recognised. */
      active_branches: string[];
      /** @description Codes of the warning signs that stand now, the most urgent first. */
      red_flags: string[];
      /** @description What to ask the patient now; null where no question is left. */
      current_question: components['schemas']['CurrentQuestion'] | null;
      /**
       * Format: date-time
       * @description When the session was opened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * @description Why the patient comes, as it was sent.
       * @example chest pain since this morning
       */
      chief_complaint: string;
      /**
       * @description The partner's own id of the patient; null where the session was opened without one.
       * @example CARDIO-2041
       */
      patient_id: string | null;
      /**
       * @description Whether it belongs to test mode: nothing is billed, and test keys alone see it.
       * @example false
       */
      test: boolean;
      /**
       * @description Codes of fields and flags that the catalogue does not hold: stored, and not used.
       * @example [
       *       "vas_score"
       *     ]
       */
      unrecognised: string[];
      /** @description What this call cost, and how long it took. */
      meta: components['schemas']['CallMeta'];
    };
    /** @description A new subscription, with its secret. */
    CreatedWebhookSubscription: {
      /**
       * Format: uuid
       * @description The subscription; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      subscription_id: string;
      /**
       * @description Where its events are sent.
       * @example https://clinic.example/hooks/triage
       */
      url: string;
      /** @description The events that are sent. */
      events: components['schemas']['WebhookEventName'][];
      /**
       * @description Whether events are sent; false once it was switched off.
       * @example true
       */
      is_active: boolean;
      /**
       * @description Why it was switched off: `gone` (the receiver answered 410), `failing` (no delivery got through for 5 days) or `requested` (a caller did); null while it is active. A test delivery that is answered with 2xx switches it on again, unless a caller switched it off.
       * @example failing
       */
      disabled_reason: string | null;
      /**
       * Format: date-time
       * @description When the subscription was made. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When its secret was last exchanged for a new one; null where it never was. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      secret_rotated_at: string | null;
      /**
       * @description The signing secret, whole with `whsec_`. Shown once; keep it where only your receiver reads it.
       * @example whsec_ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZSE=
       */
      secret: string;
    };
    /** @description A question for the patient, in English and in Czech. */
    CurrentQuestion: {
      /**
       * @description Goes with the answer; the code of the finding that it asks for.
       * @example has_dyspnoea
       */
      question_id: string;
      /**
       * @description The question in English, to be shown to the patient.
       * @example Are you short of breath?
       */
      text: string;
      /**
       * @description The same in Czech.
       * @example Jste dušní, špatně se vám dýchá?
       */
      text_cs: string;
      /**
       * @description Which form its answer takes.
       * @example choice
       */
      answer_type: components['schemas']['AnswerType'];
      /** @description What can be chosen, as text or by its code; empty where nothing is. Each text is understood as raw_text. */
      choices: components['schemas']['AnswerChoice'][];
      /**
       * @description Unit of the number, and of a duration as a field; null where it has none, or where it is no number.
       * @example °C
       */
      unit: string | null;
      /** @description Why it is asked now; null where an engine before 1.16.0 concluded it. */
      reason: components['schemas']['WhyAsked'] | null;
      /** @description Codes of the findings that the answer would settle. */
      targets: string[];
      /**
       * @description Whether it asks for a sign of danger: a yes could raise a red flag.
       * @example true
       */
      is_red_flag: boolean;
      /**
       * @description Whether it is the last question once more, because its answer was unclear.
       * @example false
       */
      is_reask: boolean;
    };
    /** @description An extract of data for analysts. */
    DataExtract: {
      /**
       * Format: uuid
       * @description The extract: GET /v1/admin/data/extracts/{extract_id} tells of it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      extract_id: string;
      /**
       * @description How far it is. expired: it was done, and its files have been removed.
       * @example done
       */
      status: components['schemas']['ExtractStatus'];
      /**
       * @description For whom it was made: whose pseudonyms it has.
       * @example team
       */
      recipient: string;
      /** @description What it holds. */
      datasets: components['schemas']['DatasetName'][];
      /**
       * @description What its files are: Parquet, NDJSON or CSV.
       * @example parquet
       */
      format: components['schemas']['ExtractFormat'];
      /**
       * @description Cursor that it goes on from; null where it holds everything.
       * @example MTIzNDU2
       */
      since: string | null;
      /**
       * @description Cursor that the next one goes on from, as `since`; null until it is done.
       * @example MTIzNDU2
       */
      until: string | null;
      /**
       * Format: int32
       * @description Rows written so far.
       * @example 1200
       */
      rows: number;
      /**
       * @description Why it failed; null where it did not.
       * @example the cursor is of another recipient
       */
      problem: string | null;
      /**
       * Format: date-time
       * @description When it was asked for. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was done or failed; null before. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      finished_at: string | null;
      /**
       * Format: date-time
       * @description When its files are removed; null until it is done. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description Until when the links of its files work; a new call gives new ones. Null where there are none. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      links_expire_at: string | null;
      /** @description Its files, `manifest.json` first; empty until it is done, and once it has expired. */
      files: components['schemas']['ExtractFile'][];
    };
    /** @description A page of extracts of data. */
    DataExtractPage: {
      /** @description The extracts of the page, the latest first. */
      data: components['schemas']['DataExtract'][];
      /**
       * @description Goes into `cursor` for the next page; empty after the last one.
       * @example
       */
      next_cursor: string;
    };
    /**
     * @description Name of a dataset, see docs/data.
     * @example session_steps
     * @enum {string}
     */
    DatasetName:
      | 'sessions'
      | 'session_steps'
      | 'findings'
      | 'differentials'
      | 'red_flags'
      | 'triage_changes'
      | 'rectifications'
      | 'feedback'
      | 'deliveries'
      | 'api_calls'
      | 'token_ledger'
      | 'audit_events'
      | 'erasures'
      | 'tombstones'
      | 'conditions'
      | 'findings_catalogue'
      | 'questions'
      | 'complaints'
      | 'rules'
      | 'engine_versions'
      | 'calendar';
    /** @description The member, no longer active, and the keys that were theirs. */
    DeactivatedMember: {
      /**
       * Format: uuid
       * @description The member; in the paths of its calls and in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      member_id: string;
      /**
       * @description The mail address that the member signs in with.
       * @example jana@clinic.example
       */
      email: string;
      /**
       * @description What the member is called; "" where none was given.
       * @example Jana Nová
       */
      name: string;
      /**
       * @description What the member may do.
       * @example developer
       */
      role: components['schemas']['Role'];
      /**
       * @description Whether the member can sign in: false while invited, and once deactivated.
       * @example true
       */
      is_active: boolean;
      /**
       * Format: date-time
       * @description When the invitation was accepted; null while nobody has. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      accepted_at: string | null;
      /**
       * Format: date-time
       * @description Until when the link of the invitation works; null for whoever has accepted it, or registered. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      invite_expires_at: string | null;
      /**
       * Format: date-time
       * @description When the member last signed in; null where that never happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_login_at: string | null;
      /**
       * Format: date-time
       * @description When the member was invited or registered. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /** @description Keys of the member that are revoked by this call. */
      keys_revoked: string[];
      /** @description Keys of the member that go on working: what they made is not theirs alone. */
      keys_left: string[];
    };
    /** @description A page of dead letters. */
    DeadLetters: {
      /**
       * Format: int32
       * @description All dead letters that stand; `data` holds at most `limit` of them.
       * @example 1
       */
      total: number;
      /**
       * Format: int32
       * @description How many entries a page holds at most. As it was asked for.
       * @example 50
       */
      limit: number;
      /**
       * Format: int64
       * @description How many entries were passed over, as it was asked for.
       * @example 0
       */
      offset: number;
      /** @description The dead letters of the page, latest first. */
      data: components['schemas']['WebhookDelivery'][];
    };
    /** @description The end of a subscription. */
    DeletedWebhookSubscription: {
      /**
       * @description Nothing more is sent to it.
       * @constant
       */
      deleted: true;
      /**
       * Format: uuid
       * @description The subscription; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      subscription_id: string;
    };
    /** @description Deliveries by status. */
    DeliveriesByStatus: {
      /**
       * Format: int32
       * @description Deliveries with this status.
       * @example 1
       */
      pending: number;
      /**
       * Format: int32
       * @description Deliveries with this status.
       * @example 1
       */
      failed: number;
      /**
       * Format: int32
       * @description Deliveries with this status.
       * @example 1
       */
      'dead-lettered': number;
      /**
       * Format: int32
       * @description Deliveries with this status.
       * @example 1
       */
      exhausted: number;
      /**
       * Format: int32
       * @description Deliveries with this status.
       * @example 1
       */
      delivered: number;
    };
    /** @description Webhook deliveries: those that need attention, and those of the last 24 hours. */
    DeliveryCounts: {
      /** @description How many there are of each status. */
      by_status: components['schemas']['DeliveriesByStatus'];
    };
    /**
     * @description pending: not tried yet. failed: will be retried at next_retry_at. dead-lettered: all attempts used. exhausted: all attempts used again after a replay, or dead-lettered for 30 days. delivered.
     * @example delivered
     * @enum {string}
     */
    DeliveryStatus: 'pending' | 'failed' | 'dead-lettered' | 'exhausted' | 'delivered';
    /** @description What to set of age and sex. */
    Demographics: {
      /**
       * Format: int32
       * @description Age in whole years. Null makes it unknown; left out, it stays as it is.
       * @example 54
       */
      age?: number | null;
      /** @description Null makes it unknown; left out, it stays as it is. */
      sex?: components['schemas']['Sex'] | null;
    };
    /**
     * @description Whether it can be reached.
     * @example ok
     * @enum {string}
     */
    DependencyState: 'ok' | 'unavailable';
    /** @description A possible diagnosis. It supports a decision and makes none. */
    Differential: {
      /**
       * @description Code of the diagnosis in the catalogue (GET /v1/concepts); null where an engine before 1.16.0 concluded it.
       * @example stable_angina
       */
      code: string | null;
      /**
       * @description Name of the diagnosis in English.
       * @example Stable angina
       */
      diagnosis: string;
      /**
       * @description The same in Czech; null where an engine before 1.16.0 concluded it.
       * @example Stabilní angina pectoris
       */
      diagnosis_cs: string | null;
      /**
       * @description Its ICD-10 code.
       * @example I20.8
       */
      icd: string;
      /**
       * @description Probability from 0 to 1.
       * @example 0.3783
       */
      probability: number;
      /**
       * Format: int32
       * @description Place in the list, 1 for the likeliest.
       * @example 1
       */
      rank: number;
    };
    /** @description Somebody saw data of the patient. */
    Disclosure: {
      /**
       * Format: uuid
       * @description The event of the audit trail; of a webhook the delivery.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * Format: date-time
       * @description When it was read; of a webhook when it became due, of counted reads the minute. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /**
       * @description In which way the data left.
       * @example read
       */
      kind: components['schemas']['DisclosureKind'];
      /**
       * @description What was done: an action of the audit trail, or webhook.sent. Later versions may add actions.
       * @example patient.viewed
       * @enum {string}
       */
      action:
        | 'export.bulk'
        | 'facts.extracted'
        | 'patient.disclosures_viewed'
        | 'patient.list_accessed'
        | 'patient.sessions_viewed'
        | 'patient.summary_viewed'
        | 'patient.viewed'
        | 'replay.opened'
        | 'session.events_read'
        | 'session.explained'
        | 'session.exported'
        | 'session.history_viewed'
        | 'session.list_accessed'
        | 'session.results_viewed'
        | 'session.state_viewed'
        | 'session.viewed'
        | 'webhook.sent';
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Svc-On-Behalf-Of of the call; null where it named nobody, for counted reads and webhooks.
       * @example nurse-17
       */
      on_behalf_of: string | null;
      /** @description What was shown of the patient: the profile, or a session. */
      subject: components['schemas']['AuditSubject'];
      /**
       * @description Whether it showed many patients, this one perhaps among them.
       * @example false
       */
      whole_tenant: boolean;
      /**
       * Format: int32
       * @description How many reads of one minute it stands for; null for one.
       * @example 3
       */
      count: number | null;
      /**
       * @description The X-Request-ID of the call; null for webhooks.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string | null;
      /**
       * @description IP address of the caller; null where nobody called.
       * @example 198.51.100.24
       */
      ip: string | null;
      /** @description Of a webhook: where it went. Null for the others. */
      recipient: components['schemas']['DisclosureRecipient'] | null;
    };
    /**
     * @description read: somebody was shown it; export: as a record to take along; webhook: it was sent to a subscription.
     * @example read
     * @enum {string}
     */
    DisclosureKind: 'read' | 'export' | 'webhook';
    /** @description A page of the accounting of disclosures of a patient. */
    DisclosurePage: {
      /** @description The disclosures of the page, newest first. */
      data: components['schemas']['Disclosure'][];
      /**
       * @description Goes into `cursor` for the next page; empty after the last one.
       * @example
       */
      next_cursor: string;
    };
    /** @description Where a webhook about the patient went. */
    DisclosureRecipient: {
      /**
       * Format: uuid
       * @description The subscription that it went to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      subscription_id: string;
      /**
       * @description The host of its URL; null once the subscription is deleted.
       * @example clinic.example
       */
      host: string | null;
      /**
       * @description What was told.
       * @example assessment.completed
       */
      event_type: components['schemas']['WebhookEventName'];
      /**
       * @description What became of it.
       * @example delivered
       */
      status: components['schemas']['DeliveryStatus'];
      /**
       * Format: int32
       * @description Attempts so far; each may have reached the receiver.
       * @example 1
       */
      attempts: number;
      /**
       * Format: date-time
       * @description When the receiver answered with 2xx; null where it never did. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      delivered_at: string | null;
    };
    /** @description What an erasure did. */
    Erased: {
      /**
       * @description It is erased, and nobody can read it any more.
       * @constant
       */
      erased: true;
      /** @description What was erased. */
      subject: components['schemas']['ErasureSubject'];
      /**
       * Format: date-time
       * @description When the keys were destroyed. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      erased_at: string;
      /** @description The signed statement of it; keep it as a proof. */
      certificate: components['schemas']['ErasureCertificate'];
    };
    /** @description A signed statement of what an erasure destroyed. */
    ErasureCertificate: {
      /**
       * Format: uuid
       * @description The certificate; also in the ledger of erasures.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      certificate_id: string;
      /** @description What was erased. */
      subject: components['schemas']['ErasureSubject'];
      /**
       * Format: date-time
       * @description When the keys were destroyed. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      erased_at: string;
      /** @description What is gone. */
      destroyed: {
        /** @description Data keys that are destroyed: nothing that they sealed can be opened. */
        key_ids: string[];
        /**
         * @description Rows removed, by what they were.
         * @example {
         *       "sessions": 1
         *     }
         */
        rows: {
          [key: string]: number;
        };
        /**
         * @description Copies elsewhere: `stored_answers` kept for repeats of a call, `webhook_bodies`, `response_excerpts` of receivers, `cancelled_deliveries`.
         * @example {
         *       "stored_answers": 2,
         *       "webhook_bodies": 5,
         *       "response_excerpts": 0,
         *       "cancelled_deliveries": 0
         *     }
         */
        copies: {
          [key: string]: number;
        };
      };
      /**
       * @description What is still there, and why nobody can read it.
       * @example [
       *       "Answers to calls that resolved a delivery, kept sealed under the key of the tenant for repeats, for 24 hours."
       *     ]
       */
      remains: string[];
      /**
       * Format: date-time
       * @description When the last backup that may hold the keys is gone; until then the ledger of erasures guards it. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      backups_expire_at: string;
      /** @description What proves that the service made it. */
      signature: components['schemas']['ErasureSignature'];
    };
    /** @description A page of certificates of erasures. */
    ErasureCertificatePage: {
      /** @description The certificates of the page, the latest first. */
      data: components['schemas']['ErasureCertificate'][];
      /**
       * @description Goes into `cursor` for the next page; empty after the last one.
       * @example
       */
      next_cursor: string;
    };
    /** @description The signature of the service. */
    ErasureSignature: {
      /**
       * @description How it is signed.
       * @constant
       */
      algorithm: 'Ed25519';
      /**
       * Format: uuid
       * @description The key that signed it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      signing_key_id: string;
      /**
       * @description Its public half: SubjectPublicKeyInfo (DER) in base64.
       * @example MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=
       */
      public_key: string;
      /**
       * @description Base64, over the certificate without `signature` as JSON with sorted keys.
       * @example ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA==
       */
      value: string;
    };
    /** @description Who or what was erased. */
    ErasureSubject: {
      /**
       * @description What kind of thing it was.
       * @example session
       */
      type: components['schemas']['ErasureSubjectType'];
      /**
       * @description The session's id, the profile's, or, where a patient had none, the keyed hash (hex) of its id.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
    };
    /**
     * @description What was erased: one session, or a patient with all sessions.
     * @example session
     * @enum {string}
     */
    ErasureSubjectType: 'session' | 'patient';
    /** @description A page of public events. */
    EventPage: {
      /** @description The events in the order of the log, as webhooks send them. */
      data: (
        | components['schemas']['SessionCreatedEvent']
        | components['schemas']['SessionAnsweredEvent']
        | components['schemas']['SessionFinalizedEvent']
        | components['schemas']['AssessmentCompletedEvent']
        | components['schemas']['RedFlagDetectedEvent']
        | components['schemas']['TriageEscalatedEvent']
        | components['schemas']['SessionTimeoutEvent']
        | components['schemas']['BalanceLow20Event']
        | components['schemas']['BalanceLow10Event']
        | components['schemas']['BalanceDepletedEvent']
      )[];
      /**
       * @description Goes into `after` for what follows. Never empty.
       * @example b3BhcXVlLWV4YW1wbGU
       */
      next_cursor: string;
      /**
       * @description Whether there may be more right now.
       * @example false
       */
      has_more: boolean;
    };
    /** @description One thing that is known about the patient, and where it comes from. */
    Evidence: {
      /**
       * @description Code of the finding in the catalogue (GET /v1/concepts).
       * @example has_chest_pain
       */
      finding: string;
      /**
       * @description Whether the patient has it.
       * @example present
       */
      status: components['schemas']['EvidenceStatus'];
      /**
       * @description What was measured, in the unit that the catalogue gives for the finding, or the code of what was chosen; left out for a finding that is only present or absent.
       * @example 38.5
       */
      value?: number | string;
      /**
       * @description How sure the source is, from 0 to 1; 1 for fields sent without a confidence.
       * @example 0.95
       */
      confidence: number;
      /**
       * @description Who says it.
       * @example text
       */
      source: components['schemas']['EvidenceSource'];
      /** @description Where in the text it was read; left out where no place says it. */
      span?: components['schemas']['TextSpan'];
      /**
       * @description In place of a span: the codes that it follows from, such as a complaint that the text states.
       * @example [
       *       "headache"
       *     ]
       */
      derived_from?: string[];
    };
    /** @description A finding that speaks for or against a diagnosis. */
    EvidenceLine: {
      /**
       * @description Code of the finding in the catalogue (GET /v1/concepts).
       * @example has_chest_pain
       */
      finding: string;
      /**
       * @description What is found, in English: "Not present: …" where it is absent.
       * @example Dyspnoea
       */
      label: string;
      /**
       * @description The same in Czech.
       * @example Dušnost
       */
      label_cs: string;
      /**
       * @description How much it says, in nats (0.7 doubles the odds); above 0 for the diagnosis, below 0 against it.
       * @example 1.107
       */
      weight: number;
    };
    /**
     * @description Who says it: fields or flags of the caller, a text, or the patient's profile.
     * @example text
     * @enum {string}
     */
    EvidenceSource: 'client' | 'text' | 'profile';
    /**
     * @description The patient has it; does not have it; or does not know.
     * @example present
     * @enum {string}
     */
    EvidenceStatus: 'present' | 'absent' | 'unknown';
    /** @description A finding that speaks for or against a diagnosis, with the source of its weight. */
    ExplainedEvidence: {
      /**
       * @description Code of the finding in the catalogue (GET /v1/concepts).
       * @example has_chest_pain
       */
      finding: string;
      /**
       * @description What is found, in English: "Not present: …" where it is absent.
       * @example Dyspnoea
       */
      label: string;
      /**
       * @description The same in Czech.
       * @example Dušnost
       */
      label_cs: string;
      /**
       * @description How much it says, in nats, after damping; above 0 speaks for the diagnosis.
       * @example 1.107
       */
      weight: number;
      /**
       * @description Where this is published.
       * @example Swap CJ, Nagurney JT. Value and limitations of chest pain history. JAMA 2005;294:2623-9
       */
      source: string;
    };
    /** @description A rule, or another thing of the catalogue, in words. */
    ExplainedReason: {
      /**
       * @description Code of the rule, diagnosis or complaint.
       * @example rf_acs_features
       */
      code: string;
      /**
       * @description The same in English.
       * @example Chest pain with breathlessness, age 40 or over
       */
      text: string;
      /**
       * @description The same in Czech.
       * @example Bolest na hrudi s dušností, věk 40 a více
       */
      text_cs: string;
      /**
       * @description Where this is published.
       * @example Swap CJ, Nagurney JT. Value and limitations of chest pain history. JAMA 2005;294:2623-9
       */
      source: string;
    };
    /** @description Which finalized sessions to export. */
    ExportRequest: {
      /**
       * Format: date
       * @description Opened on this day (UTC) or later.
       * @default null
       * @example 2026-01-31
       */
      date_from?: string | null;
      /**
       * Format: date
       * @description Opened on this day (UTC) or earlier.
       * @default null
       * @example 2026-01-31
       */
      date_to?: string | null;
      /**
       * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
       * @default null
       * @example CARDIO-2041
       */
      patient_id?: string | null;
      /**
       * Format: int32
       * @description How many sessions to export at most, the newest first.
       * @default 1000
       * @example 1000
       */
      limit?: number | null;
    };
    /** @description Something that was told, and what was understood of it. */
    ExportedAnswer: {
      /**
       * Format: date-time
       * @description When it was told. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /**
       * Format: int64
       * @description Place of its event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * @description How it was told.
       * @example question
       */
      kind: components['schemas']['ExportedAnswerKind'];
      /**
       * @description Whether its content was cleared: all below is empty then.
       * @example false
       */
      erased: boolean;
      /**
       * @description Whether the question was skipped.
       * @example false
       */
      skipped: boolean;
      /**
       * @description The question that it answers; null for a routed text, and once it is erased.
       * @example radiates_left_arm
       */
      question_id: string | null;
      /** @description As it was asked; null for what was told without a question. */
      question: components['schemas']['AskedText'] | null;
      /**
       * @description What the patient said; null where no text was sent.
       * @example Yes, into my left arm.
       */
      raw_text: string | null;
      /**
       * @description Fields as the caller sent them, by code.
       * @example {
       *       "vomiting": true,
       *       "temperature_c": 38.5
       *     }
       */
      supplied_fields: components['schemas']['SuppliedFields'];
      /**
       * @description Codes that the caller sent as present.
       * @example [
       *       "vomiting"
       *     ]
       */
      supplied_flags: string[];
      /** @description Each finding that was told, as present, absent or unknown. */
      evidence: components['schemas']['Evidence'][];
      /**
       * @description The same as fields by code: those that the caller sent, and those that were read in the text.
       * @example {
       *       "vomiting": true,
       *       "temperature_c": 38.5
       *     }
       */
      extracted_fields: components['schemas']['Fields'];
      /**
       * @description Codes of red flags that the text alone shows, and the flags that the caller sent.
       * @example [
       *       "rf_acs_features"
       *     ]
       */
      extracted_flags: string[];
      /**
       * @description How sure the source of each field is, from 0 to 1, by code.
       * @example {
       *       "radiates_left_arm": 0.97
       *     }
       */
      field_confidences: {
        [key: string]: number;
      };
    };
    /**
     * @description An answer to a question, a report outside the questions, or a text that was routed.
     * @example question
     * @enum {string}
     */
    ExportedAnswerKind: 'question' | 'additional' | 'route';
    /** @description A file of an extract. */
    ExtractFile: {
      /**
       * @description Where it stands in the folder of the extract.
       * @example dataset=sessions/day=2026-11-28/part-0.parquet
       */
      path: string;
      /**
       * Format: int64
       * @description Its size in bytes.
       * @example 20480
       */
      bytes: number;
      /**
       * @description SHA-256 of its bytes, in hex.
       * @example bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
       */
      sha256: string;
      /**
       * Format: uri
       * @description Where it can be fetched, without a credential, until `links_expire_at`.
       * @example https://triage.example.org/v1/data/files?token=Zm9v
       */
      url: string;
    };
    /**
     * @description Apache Parquet (zstd), one JSON object a line, or CSV with a header.
     * @example parquet
     * @enum {string}
     */
    ExtractFormat: 'parquet' | 'ndjson' | 'csv';
    /**
     * @description expired: it was done, and its files have been removed.
     * @example done
     * @enum {string}
     */
    ExtractStatus: 'queued' | 'running' | 'done' | 'failed' | 'expired';
    /** @description What an operator can switch off for a tenant: calls of it are a 501 then. */
    Features: {
      /**
       * @description On for the tenant: the streamed export of the audit trail.
       * @example true
       */
      audit_export: boolean;
      /**
       * @description On for the tenant: the bulk export of completed sessions.
       * @example true
       */
      bulk_export: boolean;
      /**
       * @description On for the tenant: why the engine concluded what it did.
       * @example true
       */
      explain: boolean;
      /**
       * @description On for the tenant: the events of a session, and its state as of then.
       * @example true
       */
      history: boolean;
      /**
       * @description On for the tenant: profiles, lists and summaries of patients; erasing a patient stays possible.
       * @example true
       */
      patient_profiles: boolean;
      /**
       * @description On for the tenant: the list of the latest calls.
       * @example true
       */
      request_inspector: boolean;
      /**
       * @description On for the tenant: signing in through the identity provider of a domain that is bound to the tenant.
       * @example true
       */
      single_sign_on: boolean;
      /**
       * @description On for the tenant: looking at and changing subscriptions and deliveries; what is subscribed goes on being delivered.
       * @example true
       */
      webhooks: boolean;
    };
    /** @description What the diagnosis turned out to be. */
    Feedback: {
      /**
       * @description How right the first diagnosis was.
       * @example partially_correct
       */
      accuracy: components['schemas']['Accuracy'];
      /**
       * @description The diagnosis that was made in the end; null where none was told.
       * @example Acute myocardial infarction
       */
      actual_diagnosis: string | null;
      /**
       * @description Its ICD-10 code; null where none was told.
       * @example I21.9
       */
      actual_icd10: string | null;
      /**
       * @description Anything else in free text; null for nothing.
       * @example Troponin raised.
       */
      notes: string | null;
    };
    /** @description A Bundle of HL7 FHIR R4. */
    FhirBundle: {
      /**
       * @description The FHIR type.
       * @constant
       */
      resourceType: 'Bundle';
      /**
       * @description The kind of Bundle.
       * @example collection
       */
      type: string;
      /**
       * Format: date-time
       * @description When the Bundle was made. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      timestamp: string;
      /** @description Ways to other pages, where there are any. */
      link?: components['schemas']['FhirBundleLink'][];
      /** @description The resources. */
      entry: components['schemas']['FhirBundleEntry'][];
    } & {
      [key: string]: unknown;
    };
    /** @description One resource of the Bundle. */
    FhirBundleEntry: {
      /**
       * @description How other entries refer to it.
       * @example urn:uuid:0198c0de-0000-7000-8000-000000000030
       */
      fullUrl: string;
      /** @description The resource itself. */
      resource: components['schemas']['FhirResource'];
    } & {
      [key: string]: unknown;
    };
    /** @description A way from the Bundle to another one. */
    FhirBundleLink: {
      /**
       * @description What it leads to: `next` for the page behind this one.
       * @example next
       */
      relation: string;
      /**
       * @description Where that is.
       * @example https://triage.example/v1/patients/CARDIO-2041/disclosures?cursor=c
       */
      url: string;
    } & {
      [key: string]: unknown;
    };
    /** @description A resource of HL7 FHIR R4. */
    FhirResource: {
      /**
       * @description The FHIR type.
       * @example QuestionnaireResponse
       */
      resourceType: string;
    } & {
      [key: string]: unknown;
    };
    /**
     * @description True, false or null (unknown) for a finding, which also takes the texts "yes", "no" and "unknown"; a number in the catalogue's unit for a measured value; one of the allowed texts for a choice. GET /v1/concepts has type, unit, bounds and texts of each code.
     * @example true
     */
    FieldValue: boolean | number | string | null;
    /**
     * @description Findings by their code in the catalogue (GET /v1/concepts): true for present, false for absent, null for unknown, a measured value in the unit of the catalogue, or a choice.
     * @example {
     *       "vomiting": true,
     *       "temperature_c": 38.5
     *     }
     */
    Fields: {
      [key: string]: components['schemas']['FieldValue'];
    };
    /** @description The final results, with the clinical summary. */
    FinalizedSession: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description Possible diagnoses, the likeliest first: at most 10, each with 0.5 percent or more. */
      differentials: components['schemas']['Differential'][];
      /** @description Warning signs that stand now, the most urgent first. */
      red_flags: components['schemas']['RedFlag'][];
      /**
       * @description Name of the likeliest differential in English; null where there is none.
       * @example Stable angina
       */
      primary_diagnosis: string | null;
      /**
       * @description Its ICD-10 code; null where there is none.
       * @example I20.8
       */
      primary_diagnosis_icd: string | null;
      /**
       * @description Its probability from 0 to 1; null where there is none.
       * @example 0.3783
       */
      primary_probability: number | null;
      /**
       * Format: int32
       * @description Questions that were answered or skipped so far.
       * @example 5
       */
      questions_asked: number;
      /** @description What this call cost, and how long it took. */
      meta: components['schemas']['CallMeta'];
      /**
       * @description The session is finished.
       * @constant
       */
      status: 'finalized';
      /**
       * Format: date-time
       * @description When the session was finalized. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      finalized_at: string;
      /** @description The clinical summary, in parts and as a text. */
      summary: components['schemas']['ClinicalSummary'];
    };
    /** @description Whose password is to be reset. */
    ForgotPassword: {
      /**
       * Format: email
       * @description Mail address, without regard to case.
       * @example anna@clinic.example
       */
      email: string;
    };
    /** @description What the diagnosis turned out to be. */
    GiveFeedback: {
      /**
       * @description How right the first diagnosis was.
       * @example partially_correct
       */
      accuracy: components['schemas']['Accuracy'];
      /**
       * @description The diagnosis that was made in the end.
       * @example Acute myocardial infarction
       */
      actual_diagnosis?: string | null;
      /**
       * @description Its ICD-10 code.
       * @example I21.9
       */
      actual_icd10?: string | null;
      /**
       * @description Anything else in free text.
       * @example Troponin raised.
       */
      notes?: string | null;
    };
    /** @description Whether what the service needs can be reached. */
    Health: {
      /**
       * @description How the service is.
       * @example ok
       */
      status: components['schemas']['ServiceStatus'];
      /**
       * @description Version of the service and its interface.
       * @example 0.2.0
       */
      version: string;
      /**
       * @description Version of the clinical engine and its knowledge base.
       * @example 1.0.0+fa685815
       */
      build: string;
      /**
       * @description Whether the clinical engine is loaded.
       * @example true
       */
      engine_ready: boolean;
      /**
       * @description Whether Postgres can be reached.
       * @example true
       */
      database_connected: boolean;
      /**
       * @description Whether NATS can be reached; no call needs it.
       * @example true
       */
      cache_connected: boolean;
    };
    /** @description The assessment of the finalized session. */
    HistoryAssessmentCompleted: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'assessment-completed';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistoryAssessmentCompletedData'];
    };
    /** @description The final assessment in short. All of its fields, or `erased` alone. */
    HistoryAssessmentCompletedAssessment: {
      /**
       * @description The final level.
       * @example emergency
       */
      triage_level?: components['schemas']['TriageLevel'];
      /**
       * @description ICD-10 code of the likeliest differential; null where there is none.
       * @example I20.8
       */
      primary_diagnosis_icd?: string | null;
      /** @description Codes of all red flags that stand. */
      red_flags?: string[];
      /**
       * Format: int32
       * @description Questions that were answered or skipped.
       * @example 5
       */
      questions_asked?: number;
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description What assessment-completed holds. */
    HistoryAssessmentCompletedData: {
      /** @description The final assessment in short. */
      assessment: components['schemas']['HistoryAssessmentCompletedAssessment'];
    };
    /** @description Age or sex was changed. */
    HistoryDemographicsUpdated: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'demographics-updated';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistoryDemographicsUpdatedData'];
    };
    /** @description What demographics-updated holds. */
    HistoryDemographicsUpdatedData: {
      /**
       * @description Names of what was changed, never values.
       * @example [
       *       "age"
       *     ]
       */
      changed_fields: ('age' | 'sex')[];
      /** @description Age and sex, as far as they are known. */
      demographics: components['schemas']['HistoryKnownDemographics'];
      /** @description What the engine concluded, as it was recorded. */
      outcome: components['schemas']['HistoryRecordedOutcome'];
    };
    /** @description The red flag, and those that this event tells of as well. All of its fields, or `erased` alone. */
    HistoryDetectedRedFlag: {
      /**
       * @description Code of the red flag in the catalogue (GET /v1/concepts).
       * @example rf_acs_features
       */
      flag?: string;
      /**
       * @description The warning sign in English.
       * @example Chest pain with breathlessness, age 40 or over
       */
      description?: string;
      /**
       * @description The same in Czech; null where an engine before 1.16.0 concluded it.
       * @example Bolest na hrudi s dušností, věk od 40 let
       */
      description_cs?: string | null;
      /** @description Codes of further new red flags, less urgent ones, that have no event of their own. Absent where there are none. */
      more?: string[];
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description An event was damaged: nobody can read it. */
    HistoryEventUnreadable: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'event-unreadable';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistoryEventUnreadableData'];
    };
    /** @description What event-unreadable holds. */
    HistoryEventUnreadableData: {
      /**
       * @description Nothing of it can be shown.
       * @constant
       */
      unreadable: true;
    };
    /** @description What the diagnosis turned out to be. All of its fields, or `erased` alone. */
    HistoryFeedback: {
      /**
       * @description How right the first diagnosis was.
       * @example partially_correct
       */
      accuracy?: components['schemas']['Accuracy'];
      /**
       * @description The diagnosis that was made in the end; null where none was told.
       * @example Acute myocardial infarction
       */
      actual_diagnosis?: string | null;
      /**
       * @description Its ICD-10 code; null where none was told.
       * @example I21.9
       */
      actual_icd10?: string | null;
      /**
       * @description Anything else in free text; null for nothing.
       * @example Troponin raised.
       */
      notes?: string | null;
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description It was told what the diagnosis turned out to be. */
    HistoryFeedbackGiven: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'feedback-given';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistoryFeedbackGivenData'];
    };
    /** @description What feedback-given holds. */
    HistoryFeedbackGivenData: {
      /** @description What the diagnosis turned out to be. */
      feedback: components['schemas']['HistoryFeedback'];
    };
    /** @description Age and sex, as far as they are known. All of its fields, or `erased` alone. */
    HistoryKnownDemographics: {
      /**
       * Format: int32
       * @description The patient's age in whole years; null where it is not known.
       * @example 54
       */
      age?: number | null;
      /** @description The patient's sex; null where it is not known. */
      sex?: components['schemas']['Sex'] | null;
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description What the engine concluded from it. All of its fields, or `erased` alone. */
    HistoryOutcomeOfReport: {
      /**
       * @description How urgently the patient needs care.
       * @example emergency
       */
      triage_level?: components['schemas']['TriageLevel'];
      /** @description Why the level is what it is. */
      triage_reason?: components['schemas']['TriageReason'];
      /** @description Possible diagnoses, the likeliest first: at most 10, each with 0.5 percent or more. */
      differentials?: components['schemas']['RecordedDifferential'][];
      /** @description Warning signs that stand now, the most urgent first. */
      red_flags?: components['schemas']['RecordedRedFlag'][];
      /** @description Complaints that the interview follows, the chief complaint's first; empty where none was recognised. */
      active_branches?: string[];
      /** @description What to ask the patient now; null where no question is left. */
      current_question?: components['schemas']['RecordedQuestion'] | null;
      /**
       * @description Whether no question is left to ask.
       * @example false
       */
      is_complete?: boolean;
      /** @description Why no further question is asked; null while there is one. */
      stop_reason?: components['schemas']['StopReason'] | null;
      /** @description Codes of the red flags that this brought and that did not stand before. */
      new_red_flags?: string[];
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description What the engine concluded, as it was recorded. All of its fields, or `erased` alone. */
    HistoryRecordedOutcome: {
      /**
       * @description How urgently the patient needs care.
       * @example emergency
       */
      triage_level?: components['schemas']['TriageLevel'];
      /** @description Why the level is what it is. */
      triage_reason?: components['schemas']['TriageReason'];
      /** @description Possible diagnoses, the likeliest first: at most 10, each with 0.5 percent or more. */
      differentials?: components['schemas']['RecordedDifferential'][];
      /** @description Warning signs that stand now, the most urgent first. */
      red_flags?: components['schemas']['RecordedRedFlag'][];
      /** @description Complaints that the interview follows, the chief complaint's first; empty where none was recognised. */
      active_branches?: string[];
      /** @description What to ask the patient now; null where no question is left. */
      current_question?: components['schemas']['RecordedQuestion'] | null;
      /**
       * @description Whether no question is left to ask.
       * @example false
       */
      is_complete?: boolean;
      /** @description Why no further question is asked; null while there is one. */
      stop_reason?: components['schemas']['StopReason'] | null;
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description A red flag was seen that did not stand before. */
    HistoryRedFlagDetected: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'red-flag-detected';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistoryRedFlagDetectedData'];
    };
    /** @description What red-flag-detected holds. */
    HistoryRedFlagDetectedData: {
      /** @description The red flag, and those that this event tells of as well. */
      finding: components['schemas']['HistoryDetectedRedFlag'];
    };
    /** @description A question was answered or skipped, or more was told. */
    HistorySessionAnswered: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session-answered';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistorySessionAnsweredData'];
    };
    /** @description What was answered. All of its fields, or `erased` alone. */
    HistorySessionAnsweredAnswer: {
      /**
       * @description The question that it answers, or `additional`.
       * @example radiates_left_arm
       */
      question_id?: string;
      /**
       * @description What the patient said; null where no text was sent.
       * @example Yes, into my left arm.
       */
      raw_text?: string | null;
      /**
       * @description Fields as the caller sent them, by code.
       * @example {
       *       "vomiting": true,
       *       "temperature_c": 38.5
       *     }
       */
      supplied_fields?: {
        [key: string]: unknown;
      };
      /**
       * @description Codes that the caller sent as present.
       * @example [
       *       "vomiting"
       *     ]
       */
      supplied_flags?: string[];
      /**
       * @description Whether it told nothing usable: the question is then asked once more.
       * @example false
       */
      unclear?: boolean;
      /** @description What was read in the text and fields. */
      reading?: components['schemas']['Reading'];
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description What session-answered holds. */
    HistorySessionAnsweredData: {
      /**
       * @description An answer to a question, or a report outside the asked questions, which does not count as a question asked.
       * @example question
       * @enum {string}
       */
      kind: 'question' | 'additional';
      /**
       * @description Whether the question was skipped.
       * @example false
       */
      skipped: boolean;
      /** @description What was answered. */
      answer: components['schemas']['HistorySessionAnsweredAnswer'];
      /** @description What the engine concluded from it. */
      outcome: components['schemas']['HistoryOutcomeOfReport'];
    };
    /** @description The session was erased. */
    HistorySessionErased: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session-erased';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistorySessionErasedData'];
    };
    /** @description What session-erased holds. */
    HistorySessionErasedData: {
      /**
       * @description Erased by a call, or because it was kept long enough.
       * @example requested
       * @enum {string}
       */
      cause: 'requested' | 'retention';
    };
    /** @description The session was finalized. */
    HistorySessionFinalized: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session-finalized';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistorySessionFinalizedData'];
    };
    /** @description The final outcome and the summary. All of its fields, or `erased` alone. */
    HistorySessionFinalizedConclusion: {
      /** @description What the engine concluded last. */
      outcome?: components['schemas']['RecordedOutcome'];
      /** @description The clinical summary. */
      summary?: components['schemas']['RecordedSummary'];
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description What session-finalized holds. */
    HistorySessionFinalizedData: {
      /** @description The final outcome and the summary. */
      conclusion: components['schemas']['HistorySessionFinalizedConclusion'];
    };
    /** @description The legal hold of the session was lifted. */
    HistorySessionHoldLifted: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session-hold-lifted';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistorySessionHoldLiftedData'];
    };
    /** @description What session-hold-lifted holds. */
    HistorySessionHoldLiftedData: Record<string, never>;
    /** @description The session was put under legal hold. */
    HistorySessionHoldPlaced: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session-hold-placed';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistorySessionHoldPlacedData'];
    };
    /** @description What session-hold-placed holds. */
    HistorySessionHoldPlacedData: {
      /** @description Why it is held. */
      note: components['schemas']['HistorySessionHoldPlacedNote'];
    };
    /** @description Why it is held. All of its fields, or `erased` alone. */
    HistorySessionHoldPlacedNote: {
      /**
       * @description Why it is held, as it was sent.
       * @example claim 2026-114
       */
      reason?: string;
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description A session was opened. */
    HistorySessionOpened: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session-opened';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistorySessionOpenedData'];
    };
    /** @description What session-opened holds. */
    HistorySessionOpenedData: {
      /**
       * Format: uuid
       * @description The session that was opened.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description Whether it is a session of test mode, which costs nothing.
       * @example false
       */
      test: boolean;
      /**
       * @description Code of the complaint that was recognised; null where none was.
       * @example chest_pain
       */
      complaint: string | null;
      /** @description What the session was opened with. */
      intake: components['schemas']['HistorySessionOpenedIntake'];
      /** @description What the engine concluded, as it was recorded. */
      outcome: components['schemas']['HistoryRecordedOutcome'];
    };
    /** @description What the session was opened with. All of its fields, or `erased` alone. */
    HistorySessionOpenedIntake: {
      /**
       * @description Why the patient comes, as it was sent.
       * @example chest pain since this morning
       */
      chief_complaint?: string;
      /**
       * @description The partner's own id of the patient; null where none was sent.
       * @example CARDIO-2041
       */
      patient_id?: string | null;
      /**
       * Format: int32
       * @description The patient's age in whole years; null where it is not known.
       * @example 54
       */
      age?: number | null;
      /** @description The patient's sex; null where it is not known. */
      sex?: components['schemas']['Sex'] | null;
      /**
       * @description The story in free text; null where none was sent.
       * @example It hurts when I climb stairs.
       */
      free_text?: string | null;
      /**
       * @description Fields as the caller sent them, by code.
       * @example {
       *       "vomiting": true,
       *       "temperature_c": 38.5
       *     }
       */
      initial_fields?: {
        [key: string]: unknown;
      };
      /** @description What was read in the texts and fields. */
      reading?: components['schemas']['Reading'];
      /** @description Complaints that were recognised in it, the likeliest first. */
      branches?: string[];
      /** @description What the patient's profile said when the session was opened. Left out where there was none. */
      background?: components['schemas']['KnownBackground'];
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description Age, sex or answers were corrected. */
    HistorySessionRectified: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session-rectified';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistorySessionRectifiedData'];
    };
    /** @description What session-rectified holds. */
    HistorySessionRectifiedData: {
      /**
       * @description Names of what was changed, never values: `age`, `sex`, `answers.<question_id>`.
       * @example [
       *       "answers.radiates_left_arm"
       *     ]
       */
      changed_fields: string[];
      /**
       * @description Revisions of the answers that were cleared.
       * @example [
       *       7
       *     ]
       */
      cleared_revisions: number[];
      /** @description Keys of the cleared answers and of every outcome derived with them; nothing opens these any more. */
      destroyed_keys: string[];
      /** @description Age and sex as they stand now. */
      rectification: components['schemas']['HistorySessionRectifiedRectification'];
      /** @description What the engine concluded, as it was recorded. */
      outcome: components['schemas']['HistoryRecordedOutcome'];
    };
    /** @description Age and sex as they stand now. All of its fields, or `erased` alone. */
    HistorySessionRectifiedRectification: {
      /**
       * Format: int32
       * @description The patient's age in whole years; null where it is not known.
       * @example 54
       */
      age?: number | null;
      /** @description The patient's sex; null where it is not known. */
      sex?: components['schemas']['Sex'] | null;
      /**
       * @description Why it was corrected; null where no reason was sent.
       * @example wrong age entered at reception
       */
      reason?: string | null;
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description A text was read and merged. */
    HistorySessionRouted: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session-routed';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistorySessionRoutedData'];
    };
    /** @description The text, and what was read in it. All of its fields, or `erased` alone. */
    HistorySessionRoutedAnswer: {
      /**
       * @description The text that was read.
       * @example My chest hurts when I climb the stairs.
       */
      text?: string;
      /**
       * @description Code of the complaint that was recognised in it; null where none was.
       * @example chest_pain
       */
      chief_complaint?: string | null;
      /**
       * @description How sure that is, from 0 to 1.
       * @example 0.9
       */
      confidence?: number;
      /**
       * @description Code of a second complaint in it; null where there is none.
       * @example cough
       */
      secondary?: string | null;
      /** @description Complaints that were recognised in it, the likeliest first. */
      branches?: string[];
      /** @description What was read in the text. */
      reading?: components['schemas']['Reading'];
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description What session-routed holds. */
    HistorySessionRoutedData: {
      /** @description The text, and what was read in it. */
      answer: components['schemas']['HistorySessionRoutedAnswer'];
      /** @description What the engine concluded from it. */
      outcome: components['schemas']['HistoryOutcomeOfReport'];
    };
    /** @description The session was idle for 30 minutes; it can go on. */
    HistorySessionTimedOut: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session-timed-out';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistorySessionTimedOutData'];
    };
    /** @description What session-timed-out holds. */
    HistorySessionTimedOutData: {
      /**
       * Format: date-time
       * @description When the session was last active. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      idle_since: string;
    };
    /** @description The triage level became more urgent. */
    HistoryTriageEscalated: {
      /**
       * Format: int64
       * @description Place of the event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'triage-escalated';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /** @description Who did it. */
      actor: components['schemas']['Actor'];
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * @description The clinical engine that concluded; null where nothing was concluded.
       * @example 1.0.0+fa685815
       */
      engine_version: string | null;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /** @description What the event holds. */
      data: components['schemas']['HistoryTriageEscalatedData'];
    };
    /** @description From which level to which. All of its fields, or `erased` alone. */
    HistoryTriageEscalatedChange: {
      /**
       * @description The level before.
       * @example emergency
       */
      from?: components['schemas']['TriageLevel'];
      /**
       * @description The more urgent level after it.
       * @example emergency
       */
      to?: components['schemas']['TriageLevel'];
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
    };
    /** @description What triage-escalated holds. */
    HistoryTriageEscalatedData: {
      /** @description From which level to which. */
      change: components['schemas']['HistoryTriageEscalatedChange'];
    };
    /**
     * @description Who tells of the patient: the patient; a parent or somebody else who cares for a child; husband, wife or partner; another relative; or somebody else, such as a friend or a clinician.
     * @example patient
     * @enum {string}
     */
    Informant: 'patient' | 'parent_or_carer' | 'partner' | 'relative' | 'other';
    /** @description Who is invited, and as what. */
    InviteMember: {
      /**
       * Format: email
       * @description Mail address, without regard to case.
       * @example anna@clinic.example
       */
      email: string;
      /**
       * @description What the member is called; "" for no name.
       * @default
       * @example Jana Nová
       */
      name?: string | null;
      /**
       * @description What the member may do; nobody is invited as an owner.
       * @default developer
       * @example developer
       */
      role?: components['schemas']['InvitedRole'] | null;
    };
    /** @description A member who has not accepted yet. */
    InvitedMember: {
      /**
       * Format: uuid
       * @description The member; in the paths of its calls and in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      member_id: string;
      /**
       * @description The mail address that the member signs in with.
       * @example jana@clinic.example
       */
      email: string;
      /**
       * @description What the member is called; "" where none was given.
       * @example Jana Nová
       */
      name: string;
      /**
       * @description What the member may do.
       * @example developer
       */
      role: components['schemas']['Role'];
      /**
       * @description Whether the member can sign in: false while invited, and once deactivated.
       * @example true
       */
      is_active: boolean;
      /**
       * Format: date-time
       * @description When the invitation was accepted; null while nobody has. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      accepted_at: string | null;
      /**
       * Format: date-time
       * @description Until when the link in the mail works. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      invite_expires_at: string;
      /**
       * Format: date-time
       * @description When the member last signed in; null where that never happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_login_at: string | null;
      /**
       * Format: date-time
       * @description When the member was invited or registered. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
    };
    /**
     * @description A role that an invitation can carry.
     * @example developer
     * @enum {string}
     */
    InvitedRole: 'admin' | 'developer' | 'viewer' | 'billing';
    /** @description A new key, with its secret. */
    IssuedApiKey: {
      /**
       * Format: uuid
       * @description The key; in the paths of its calls and in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      key_id: string;
      /**
       * @description How the key begins: tells test keys (`svc_test_`) from live ones (`svc_live_`), and keys from each other.
       * @example svc_live_Exam
       */
      key_prefix: string;
      /**
       * @description The last four characters of the key.
       * @example le01
       */
      key_suffix: string;
      /**
       * @description What the key is called; only for people.
       * @example Ward 4
       */
      name: string;
      /** @description What the key may do. */
      scopes: components['schemas']['Scope'][];
      /**
       * Format: int32
       * @description Requests a minute that the key may send; a lower limit of the tenant goes before it.
       * @example 60
       */
      rate_limit_rpm: number;
      /**
       * @description Whether the key is accepted; false once it was revoked or has expired.
       * @example true
       */
      is_active: boolean;
      /**
       * Format: date-time
       * @description When it was last used, at most 30 seconds late; null where it never was. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * @description From when on it is refused; null where it does not expire. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description When the key was made. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /** @description Who made the key, or rotated it last; null where that is not known. */
      created_by: components['schemas']['Actor'] | null;
      /**
       * @description The secret key itself. Shown once, and by repeats of the same call.
       * @example svc_live_ExampleExampleExampleExampleExampleExample01
       */
      raw_key: string;
    };
    /** @description A dashboard session that was made from an API key. */
    KeySession: {
      /**
       * Format: uuid
       * @description The tenant of the key.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * Format: uuid
       * @description The key that the session was made from; it ends with it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      key_id: string;
      /** @description What the session may do: the scopes of the key. */
      scopes: components['schemas']['Scope'][];
      /**
       * @description Whether it is a test key.
       * @example false
       */
      test: boolean;
      /**
       * @description Goes into X-CSRF-Token; the cookie svc_csrf holds the same.
       * @example ExampleExampleExampleExampleExampleExample0
       */
      csrf_token: string;
      /**
       * Format: date-time
       * @description When the dashboard session ends by itself. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      expires_at: string;
    };
    /** @description What the patient's profile said when the session was opened. */
    KnownBackground: {
      /**
       * @description Chronic conditions, in the partner's own words.
       * @example [
       *       "hypertension"
       *     ]
       */
      chronic_conditions: string[];
      /**
       * @description Medicines that the patient takes now, in the partner's own words.
       * @example [
       *       "ramipril 5 mg"
       *     ]
       */
      current_medications: string[];
      /**
       * @description Allergies and intolerances, in the partner's own words.
       * @example [
       *       "penicillin"
       *     ]
       */
      allergies: string[];
      /**
       * @description Risk factors, in the partner's own words.
       * @example [
       *       "sedentary work"
       *     ]
       */
      risk_factors: string[];
      /**
       * @description Diseases of relatives, in the partner's own words.
       * @example [
       *       "father: heart attack at 52"
       *     ]
       */
      family_history: string[];
      /** @description Whether the patient smokes or has smoked. Null: never told. */
      smoking_status: components['schemas']['SmokingStatus'] | null;
      /** @description How much alcohol the patient drinks. Null: never told. */
      alcohol_status: components['schemas']['AlcoholStatus'] | null;
      /** @description Findings that were read in the profile. */
      evidence: components['schemas']['Evidence'][];
      /**
       * Format: uuid
       * @description The profile. Left out where an older version recorded it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      profile_id?: string;
    };
    /** @description Age and sex, as far as they are known. */
    KnownDemographics: {
      /**
       * Format: int32
       * @description The patient's age in whole years; null where it is not known.
       * @example 54
       */
      age: number | null;
      /** @description The patient's sex; null where it is not known. */
      sex: components['schemas']['Sex'] | null;
    };
    /** @description A finding in words. */
    LabelledFinding: {
      /**
       * @description Code of the finding in the catalogue (GET /v1/concepts).
       * @example has_chest_pain
       */
      finding: string;
      /**
       * @description What is found, in English: "Not present: …" where it is absent.
       * @example Dyspnoea
       */
      label: string;
      /**
       * @description The same in Czech.
       * @example Dušnost
       */
      label_cs: string;
    };
    /** @description A legal hold: until it is lifted, nothing of what it protects is deleted or erased. */
    LegalHold: {
      /**
       * @description Why it is held, as it was sent.
       * @example claim 2026-114
       */
      reason: string;
      /**
       * Format: date-time
       * @description When the hold was placed, or its reason changed. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      placed_at: string;
    };
    /** @description That the process lives. */
    Liveness: {
      /**
       * @description The process can serve a request.
       * @constant
       */
      status: 'ok';
    };
    /** @description The end of a dashboard session. */
    LoggedOut: {
      /**
       * @description The dashboard session is over.
       * @constant
       */
      logged_out: true;
    };
    /** @description Address and password. */
    Login: {
      /**
       * Format: email
       * @description Mail address, without regard to case.
       * @example anna@clinic.example
       */
      email: string;
      /**
       * @description The password of the account.
       * @example a long sentence of my own
       */
      password: string;
    };
    /** @description An OpenAPI document. */
    OpenApiDocument: {
      /**
       * @description Version of OpenAPI.
       * @example 3.1.0
       */
      openapi: string;
    } & {
      [key: string]: unknown;
    };
    /** @description Not known yet; what it would add to the diagnosis either way, in nats, before damping. */
    OpenEvidence: {
      /**
       * @description Code of the finding in the catalogue (GET /v1/concepts).
       * @example has_chest_pain
       */
      finding: string;
      /**
       * @description What is found, in English: "Not present: …" where it is absent.
       * @example Dyspnoea
       */
      label: string;
      /**
       * @description The same in Czech.
       * @example Dušnost
       */
      label_cs: string;
      /**
       * @description What it would add if it were present, in nats.
       * @example -2.9957
       */
      if_present: number;
      /**
       * @description What it would add if it were absent, in nats.
       * @example 0.2131
       */
      if_absent: number;
      /**
       * @description Where this is published.
       * @example Swap CJ, Nagurney JT. Value and limitations of chest pain history. JAMA 2005;294:2623-9
       */
      source: string;
    };
    /** @description What is not known about the patient, or was corrected. */
    OpenPoint: {
      /**
       * @description In which way it is open, or that it was corrected.
       * @example not_asked
       */
      kind: components['schemas']['OpenPointKind'];
      /**
       * @description Code of the finding in the catalogue (GET /v1/concepts).
       * @example breathless_at_rest
       */
      code: string;
      /**
       * @description The finding in English; of a correction also what was told before and later.
       * @example Dyspnoea at rest
       */
      text: string;
      /**
       * @description The same in Czech.
       * @example Klidová dušnost
       */
      text_cs: string;
    };
    /**
     * @description not_asked: a danger of the complaint that nothing told of. unclear: asked, and the answer was not clear. skipped: its question was skipped. unknown: the answer was "don't know". corrected: told otherwise before; the last counts.
     * @example not_asked
     * @enum {string}
     */
    OpenPointKind: 'not_asked' | 'unclear' | 'skipped' | 'unknown' | 'corrected';
    /** @description The override to set, or to clear. */
    OverrideRateLimit: {
      /**
       * Format: int32
       * @description Requests a minute; null falls back to the tier's default.
       * @example 500
       */
      rate_limit_rpm: number | null;
      /**
       * @description Why it is set: for the audit trail, stored sealed.
       * @example vaccination day
       */
      reason?: string | null;
    };
    /** @description The new password is set. */
    PasswordChanged: {
      /**
       * @description Only the new one works now.
       * @constant
       */
      password_changed: true;
    };
    /** @description The state of the session at an earlier time. */
    PastSessionState: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * Format: int64
       * @description The latest revision of then.
       * @example 7
       */
      revision: number;
      /**
       * @description Whether what was concluded then was derived with an answer that was cleared since.
       * @example false
       */
      erased: boolean;
      /**
       * @description Whether it cannot be told. An event was damaged: nobody can read it.
       * @example false
       */
      unreadable: boolean;
      /** @description The state as it was answered then; null where it is erased or unreadable. */
      state: components['schemas']['SessionState'] | null;
    };
    /** @description Whether the patient is under legal hold. */
    PatientHold: {
      /**
       * @description The partner's own id of the patient.
       * @example CARDIO-2041
       */
      partner_patient_id: string;
      /**
       * Format: uuid
       * @description The profile that the hold stands on, or stood on.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      profile_id: string;
      /** @description The legal hold that stands on the patient; null where none does. */
      hold: components['schemas']['LegalHold'] | null;
    };
    /** @description A profile as a list shows it. */
    PatientListItem: {
      /**
       * Format: uuid
       * @description Id of the profile, which the service gave; paths take the patient id.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      profile_id: string;
      /**
       * @description The partner's own id of the patient; in the paths of its calls.
       * @example CARDIO-2041
       */
      partner_patient_id: string;
      /**
       * Format: int32
       * @description Age in whole years. As in the latest session; null where that tells none, or where there is no session.
       * @example 54
       */
      age: number | null;
      /** @description As in the latest session; null where that tells none, or where there is no session. */
      sex: components['schemas']['Sex'] | null;
      /**
       * @description Chronic conditions, in the partner's own words.
       * @example [
       *       "hypertension"
       *     ]
       */
      chronic_conditions: string[];
      /**
       * @description Medicines that the patient takes now, in the partner's own words.
       * @example [
       *       "ramipril 5 mg"
       *     ]
       */
      current_medications: string[];
      /**
       * @description Allergies and intolerances, in the partner's own words.
       * @example [
       *       "penicillin"
       *     ]
       */
      allergies: string[];
      /**
       * @description Risk factors, in the partner's own words.
       * @example [
       *       "sedentary work"
       *     ]
       */
      risk_factors: string[];
      /**
       * @description Diseases of relatives, in the partner's own words.
       * @example [
       *       "father: heart attack at 52"
       *     ]
       */
      family_history: string[];
      /** @description Whether the patient smokes or has smoked. Null: never told. */
      smoking_status: components['schemas']['SmokingStatus'] | null;
      /** @description How much alcohol the patient drinks. Null: never told. */
      alcohol_status: components['schemas']['AlcoholStatus'] | null;
      /**
       * Format: int32
       * @description Sessions of the patient that still exist, active and finalized.
       * @example 1
       */
      sessions_count: number;
      /**
       * Format: date-time
       * @description When the latest session was opened; null where there is none. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_session_at: string | null;
      /**
       * Format: date-time
       * @description When the profile was made. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /** @description The legal hold that stands on the patient; null where none does. */
      hold: components['schemas']['LegalHold'] | null;
      /**
       * @description Whether the profile belongs to test mode.
       * @example false
       */
      test: boolean;
      /**
       * Format: int32
       * @description Sessions of the patient, active and finalized.
       * @example 1
       */
      session_count_total: number;
      /**
       * Format: int32
       * @description Those of them that are not finalized.
       * @example 0
       */
      session_count_active: number;
      /**
       * Format: date-time
       * @description When the profile was last changed. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      updated_at: string;
    };
    /** @description A page of patient profiles. */
    PatientPage: {
      /** @description The profiles of the page, the latest change first. */
      data: components['schemas']['PatientListItem'][];
      /**
       * @description Goes into `cursor` for the next page; empty after the last one.
       * @example
       */
      next_cursor: string;
    };
    /** @description What a partner keeps about a patient beside the sessions. */
    PatientProfile: {
      /**
       * Format: uuid
       * @description Id of the profile, which the service gave; paths take the patient id.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      profile_id: string;
      /**
       * @description The partner's own id of the patient; in the paths of its calls.
       * @example CARDIO-2041
       */
      partner_patient_id: string;
      /**
       * Format: int32
       * @description Age in whole years. As in the latest session; null where that tells none, or where there is no session.
       * @example 54
       */
      age: number | null;
      /** @description As in the latest session; null where that tells none, or where there is no session. */
      sex: components['schemas']['Sex'] | null;
      /**
       * @description Chronic conditions, in the partner's own words.
       * @example [
       *       "hypertension"
       *     ]
       */
      chronic_conditions: string[];
      /**
       * @description Medicines that the patient takes now, in the partner's own words.
       * @example [
       *       "ramipril 5 mg"
       *     ]
       */
      current_medications: string[];
      /**
       * @description Allergies and intolerances, in the partner's own words.
       * @example [
       *       "penicillin"
       *     ]
       */
      allergies: string[];
      /**
       * @description Risk factors, in the partner's own words.
       * @example [
       *       "sedentary work"
       *     ]
       */
      risk_factors: string[];
      /**
       * @description Diseases of relatives, in the partner's own words.
       * @example [
       *       "father: heart attack at 52"
       *     ]
       */
      family_history: string[];
      /** @description Whether the patient smokes or has smoked. Null: never told. */
      smoking_status: components['schemas']['SmokingStatus'] | null;
      /** @description How much alcohol the patient drinks. Null: never told. */
      alcohol_status: components['schemas']['AlcoholStatus'] | null;
      /**
       * Format: int32
       * @description Sessions of the patient that still exist, active and finalized.
       * @example 1
       */
      sessions_count: number;
      /**
       * Format: date-time
       * @description When the latest session was opened; null where there is none. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_session_at: string | null;
      /**
       * Format: date-time
       * @description When the profile was made. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /** @description The legal hold that stands on the patient; null where none does. */
      hold: components['schemas']['LegalHold'] | null;
    };
    /** @description A session of the patient. */
    PatientSession: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description Whether the session still takes answers.
       * @example active
       */
      status: components['schemas']['SessionStatus'];
      /**
       * Format: int32
       * @description Questions that were answered or skipped so far.
       * @example 5
       */
      questions_asked: number;
      /**
       * @description Why the patient comes, as it was sent.
       * @example chest pain since this morning
       */
      chief_complaint: string;
      /**
       * Format: date-time
       * @description When the session was opened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * @description Name of the likeliest differential in English; null where there is none.
       * @example Stable angina
       */
      primary_diagnosis: string | null;
      /**
       * @description Its ICD-10 code; null where there is none.
       * @example I20.8
       */
      primary_diagnosis_icd: string | null;
      /**
       * @description The same in Czech, as the engine calls it today; null where there is none, or the engine no longer knows the name.
       * @example Stabilní angina pectoris
       */
      primary_diagnosis_cs: string | null;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /**
       * Format: date-time
       * @description When the session was finalized; null while it is active. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      completed_at: string | null;
    };
    /** @description What all sessions of a patient say together. */
    PatientSummary: {
      /**
       * @description The partner's own id of the patient; in the paths of its calls.
       * @example CARDIO-2041
       */
      partner_patient_id: string;
      /**
       * @description Whether the patient has a profile; sessions alone make none.
       * @example true
       */
      profile_exists: boolean;
      /** @description The profile; null where there is none. */
      profile: components['schemas']['PatientProfile'] | null;
      /**
       * Format: int32
       * @description Sessions that are finished.
       * @example 1
       */
      sessions_finalized: number;
      /**
       * Format: int32
       * @description Sessions that are not finished.
       * @example 0
       */
      sessions_active: number;
      /**
       * Format: date-time
       * @description When the oldest session was opened; null where there is none. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      first_session_at: string | null;
      /**
       * Format: date-time
       * @description When the latest session was opened; null where there is none. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_session_at: string | null;
      /** @description Codes of the red flags of all sessions, the most urgent first. */
      red_flags_ever_seen: string[];
      /** @description Triage levels of all sessions, the most urgent first. */
      triage_levels_seen: {
        /**
         * @description A level at which sessions stand.
         * @example emergency
         */
        triage_level: components['schemas']['TriageLevel'];
        /**
         * Format: int32
         * @description In how many sessions it stands.
         * @example 1
         */
        sessions: number;
        /**
         * Format: date-time
         * @description When the newest of these sessions was opened. ISO 8601, UTC.
         * @example 2026-03-02T08:30:00.000Z
         */
        last_seen_at: string;
      }[];
      /** @description The most urgent of them; null where there is no session. */
      most_urgent_triage_level: components['schemas']['TriageLevel'] | null;
      /** @description Complaints of all sessions, the most frequent first. */
      complaints: {
        /**
         * @description Code of the complaint in the catalogue.
         * @example chest_pain
         */
        complaint: string;
        /**
         * Format: int32
         * @description In how many sessions it stands.
         * @example 1
         */
        sessions: number;
        /**
         * Format: date-time
         * @description When the newest of these sessions was opened. ISO 8601, UTC.
         * @example 2026-03-02T08:30:00.000Z
         */
        last_seen_at: string;
      }[];
      /** @description First diagnoses of finalized sessions, the most frequent first. */
      primary_diagnoses: {
        /**
         * @description Name of the likeliest differential in English.
         * @example Stable angina
         */
        diagnosis: string;
        /**
         * @description The same in Czech, as the engine calls it today; null where there is none, or the engine no longer knows the name.
         * @example Stabilní angina pectoris
         */
        diagnosis_cs: string | null;
        /**
         * @description Its ICD-10 code; null where it has none.
         * @example I20.8
         */
        icd: string | null;
        /**
         * Format: int32
         * @description In how many sessions it stands.
         * @example 1
         */
        sessions: number;
        /**
         * Format: date-time
         * @description When the newest of these sessions was opened. ISO 8601, UTC.
         * @example 2026-03-02T08:30:00.000Z
         */
        last_seen_at: string;
      }[];
    };
    /** @description Why something is put under legal hold. */
    PlaceHold: {
      /**
       * @description Why it is held: stored sealed, and told to whoever wants to erase it and may read it.
       * @example claim 2026-114
       */
      reason: string;
    };
    /** @description A collection of requests for Postman, format 2.1. */
    PostmanCollection: {
      /** @description What the collection is, and its format. */
      info: components['schemas']['PostmanInfo'];
      /** @description What the requests take their values from. */
      variable: components['schemas']['PostmanVariable'][];
      /** @description The folders. */
      item: components['schemas']['PostmanFolder'][];
    } & {
      [key: string]: unknown;
    };
    /** @description Requests in the order in which they are sent. */
    PostmanFolder: {
      /**
       * @description What the folder is called.
       * @example The first hour
       */
      name: string;
    } & {
      [key: string]: unknown;
    };
    /** @description What the collection is. */
    PostmanInfo: {
      /**
       * @description What the collection is called.
       * @example Clinical Triage Service
       */
      name: string;
      /**
       * Format: uri
       * @description The format that it is in.
       * @example https://schema.getpostman.com/json/collection/v2.1.0/collection.json
       */
      schema: string;
    } & {
      [key: string]: unknown;
    };
    /** @description A variable of the collection. */
    PostmanVariable: {
      /**
       * @description Name of the variable.
       * @example baseUrl
       */
      key: string;
      /**
       * @description Its value from the start, "" for none.
       * @example https://triage.example
       */
      value: string;
    } & {
      [key: string]: unknown;
    };
    /** @description What to add to the profile of a patient, and what to take out. */
    PutPatient: {
      /**
       * @description Chronic conditions, in the partner's own words.
       * @example [
       *       "hypertension"
       *     ]
       */
      chronic_conditions?: string[] | null;
      /**
       * @description Medicines that the patient takes now, in the partner's own words.
       * @example [
       *       "ramipril 5 mg"
       *     ]
       */
      current_medications?: string[] | null;
      /**
       * @description Allergies and intolerances, in the partner's own words.
       * @example [
       *       "penicillin"
       *     ]
       */
      allergies?: string[] | null;
      /**
       * @description Risk factors, in the partner's own words.
       * @example [
       *       "sedentary work"
       *     ]
       */
      risk_factors?: string[] | null;
      /**
       * @description Diseases of relatives, in the partner's own words.
       * @example [
       *       "father: heart attack at 52"
       *     ]
       */
      family_history?: string[] | null;
      /** @description Whether the patient smokes or has smoked. */
      smoking_status?: components['schemas']['SmokingStatus'] | null;
      /** @description How much alcohol the patient drinks. */
      alcohol_status?: components['schemas']['AlcoholStatus'] | null;
      /** @description Entries to take out, before the others come in. */
      remove?: {
        /**
         * @description Chronic conditions, in the partner's own words.
         * @example [
         *       "hypertension"
         *     ]
         */
        chronic_conditions?: string[] | null;
        /**
         * @description Medicines that the patient takes now, in the partner's own words.
         * @example [
         *       "ramipril 5 mg"
         *     ]
         */
        current_medications?: string[] | null;
        /**
         * @description Allergies and intolerances, in the partner's own words.
         * @example [
         *       "penicillin"
         *     ]
         */
        allergies?: string[] | null;
        /**
         * @description Risk factors, in the partner's own words.
         * @example [
         *       "sedentary work"
         *     ]
         */
        risk_factors?: string[] | null;
        /**
         * @description Diseases of relatives, in the partner's own words.
         * @example [
         *       "father: heart attack at 52"
         *     ]
         */
        family_history?: string[] | null;
      } | null;
    };
    /** @description With the scope patients:read the profile as it stands now, whole. Without it the ids, created_at and what the call itself sent; nothing that others stored. */
    PutPatientProfile: {
      /**
       * Format: uuid
       * @description Id of the profile, which the service gave; paths take the patient id.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      profile_id: string;
      /**
       * @description The partner's own id of the patient; in the paths of its calls.
       * @example CARDIO-2041
       */
      partner_patient_id: string;
      /**
       * Format: int32
       * @description Age in whole years. As in the latest session; null where that tells none, or where there is no session.
       * @example 54
       */
      age?: number | null;
      /** @description As in the latest session; null where that tells none, or where there is no session. */
      sex?: components['schemas']['Sex'] | null;
      /**
       * @description Chronic conditions, in the partner's own words.
       * @example [
       *       "hypertension"
       *     ]
       */
      chronic_conditions?: string[];
      /**
       * @description Medicines that the patient takes now, in the partner's own words.
       * @example [
       *       "ramipril 5 mg"
       *     ]
       */
      current_medications?: string[];
      /**
       * @description Allergies and intolerances, in the partner's own words.
       * @example [
       *       "penicillin"
       *     ]
       */
      allergies?: string[];
      /**
       * @description Risk factors, in the partner's own words.
       * @example [
       *       "sedentary work"
       *     ]
       */
      risk_factors?: string[];
      /**
       * @description Diseases of relatives, in the partner's own words.
       * @example [
       *       "father: heart attack at 52"
       *     ]
       */
      family_history?: string[];
      /** @description Whether the patient smokes or has smoked. Null: never told. */
      smoking_status?: components['schemas']['SmokingStatus'] | null;
      /** @description How much alcohol the patient drinks. Null: never told. */
      alcohol_status?: components['schemas']['AlcoholStatus'] | null;
      /**
       * Format: int32
       * @description Sessions of the patient that still exist, active and finalized.
       * @example 1
       */
      sessions_count?: number;
      /**
       * Format: date-time
       * @description When the latest session was opened; null where there is none. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_session_at?: string | null;
      /** @description The legal hold that stands on the patient; null where none does. */
      hold?: components['schemas']['LegalHold'] | null;
      /**
       * Format: date-time
       * @description When the profile was made. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
    };
    /**
     * @description Why a question comes now. unclear_answer: its first answer was unclear. confirmation: the level rests on it. safety_net: a danger of the complaint. own_words: the patient may tell freely. basics: asked for this complaint of everyone. red_flag: a yes would complete a rule. information: it narrows the diagnosis most.
     * @example safety_net
     * @enum {string}
     */
    QuestionReason:
      | 'unclear_answer'
      | 'confirmation'
      | 'safety_net'
      | 'own_words'
      | 'basics'
      | 'red_flag'
      | 'information';
    /** @description The rate window of the caller. */
    RateLimit: {
      /**
       * Format: int32
       * @description Requests that the rolling minute allows.
       * @example 60
       */
      limit: number;
      /**
       * Format: int32
       * @description Requests left in the rolling minute, this one counted.
       * @example 57
       */
      remaining: number;
      /**
       * Format: date-time
       * @description When the oldest of the counted calls leaves the window. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      reset_at: string;
      /**
       * @description What sets the limit.
       * @example tier
       */
      source: components['schemas']['RateLimitSource'];
      /**
       * Format: int32
       * @description The tenant's override, in requests a minute; null where none is set.
       * @example 500
       */
      override_rpm: number | null;
    };
    /**
     * @description What sets the limit: the key's own, the tenant's override, or the tier.
     * @example tier
     * @enum {string}
     */
    RateLimitSource: 'key' | 'override' | 'tier';
    /** @description What was read in texts and fields. */
    Reading: {
      /** @description Each finding that was told, as present, absent or unknown. */
      evidence: components['schemas']['Evidence'][];
      /**
       * @description The same as fields by code: those that the caller sent, and those that were read in the text.
       * @example {
       *       "radiates_left_arm": true
       *     }
       */
      extracted_fields: {
        [key: string]: boolean | number | string | string[] | null;
      };
      /**
       * @description Codes of red flags that the text alone shows, and the flags that the caller sent.
       * @example [
       *       "rf_acs_features"
       *     ]
       */
      extracted_flags: string[];
      /**
       * @description How sure the source of each field is, from 0 to 1, by code.
       * @example {
       *       "radiates_left_arm": 0.97
       *     }
       */
      field_confidences: {
        [key: string]: number;
      };
      /**
       * @description Codes of fields and flags that the catalogue does not hold: stored, and not used.
       * @example [
       *       "vas_score"
       *     ]
       */
      unrecognised: string[];
      /**
       * Format: int32
       * @description Age in whole months that was told here; null where none was.
       * @example 654
       */
      age_months: number | null;
      /** @description The sex that was told here; null where none was. */
      sex: components['schemas']['Sex'] | null;
      /** @description Who tells it; left out where no text shows it. */
      informant?: components['schemas']['Informant'];
      /** @description Sentences about the patient of which the built-in reader understood nothing; left out where there are none. */
      unread?: components['schemas']['UnreadSentence'][];
      /** @description What an upstream extractor said of the text; left out where none was asked, or where it failed and the built-in reader read alone. */
      upstream?: components['schemas']['UpstreamFinding'][];
    };
    /**
     * @description json: as this service writes it; fhir: a Bundle of HL7 FHIR R4.
     * @example json
     * @enum {string}
     */
    RecordFormat: 'json' | 'fhir';
    /** @description A possible diagnosis, as it was recorded. */
    RecordedDifferential: {
      /**
       * @description Code of the diagnosis in the catalogue (GET /v1/concepts); null where an engine before 1.16.0 concluded it.
       * @example stable_angina
       */
      code?: string | null;
      /**
       * @description Name of the diagnosis in English.
       * @example Stable angina
       */
      diagnosis: string;
      /**
       * @description The same in Czech; null where an engine before 1.16.0 concluded it.
       * @example Stabilní angina pectoris
       */
      diagnosis_cs?: string | null;
      /**
       * @description Its ICD-10 code.
       * @example I20.8
       */
      icd: string;
      /**
       * @description Probability from 0 to 1.
       * @example 0.3783
       */
      probability: number;
      /**
       * Format: int32
       * @description Place in the list, 1 for the likeliest.
       * @example 1
       */
      rank: number;
    };
    /** @description What the engine concluded, as it was recorded. */
    RecordedOutcome: {
      /**
       * @description How urgently the patient needs care.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description Why the level is what it is. */
      triage_reason: components['schemas']['TriageReason'];
      /** @description Possible diagnoses, the likeliest first: at most 10, each with 0.5 percent or more. */
      differentials: components['schemas']['RecordedDifferential'][];
      /** @description Warning signs that stand now, the most urgent first. */
      red_flags: components['schemas']['RecordedRedFlag'][];
      /** @description Complaints that the interview follows, the chief complaint's first; empty where none was recognised. */
      active_branches: string[];
      /** @description What to ask the patient now; null where no question is left. */
      current_question: components['schemas']['RecordedQuestion'] | null;
      /**
       * @description Whether no question is left to ask.
       * @example false
       */
      is_complete: boolean;
      /** @description Why no further question is asked; null while there is one. */
      stop_reason: components['schemas']['StopReason'] | null;
    };
    /** @description A question for the patient, as it was recorded. */
    RecordedQuestion: {
      /**
       * @description Goes with the answer; the code of the finding that it asks for.
       * @example has_dyspnoea
       */
      question_id: string;
      /**
       * @description The question in English, to be shown to the patient.
       * @example Are you short of breath?
       */
      text: string;
      /**
       * @description The same in Czech.
       * @example Jste dušní, špatně se vám dýchá?
       */
      text_cs: string;
      /**
       * @description Which form its answer takes.
       * @example choice
       */
      answer_type?: components['schemas']['AnswerType'];
      /** @description What can be chosen, as text or by its code; empty where nothing is. Each text is understood as raw_text. */
      choices?: components['schemas']['AnswerChoice'][];
      /**
       * @description Unit of the number, and of a duration as a field; null where it has none, or where it is no number.
       * @example °C
       */
      unit?: string | null;
      /** @description Why it is asked now; null where an engine before 1.16.0 concluded it. */
      reason?: components['schemas']['WhyAsked'] | null;
      /** @description Codes of the findings that the answer would settle. */
      targets: string[];
      /**
       * @description Whether it asks for a sign of danger: a yes could raise a red flag.
       * @example true
       */
      is_red_flag: boolean;
      /**
       * @description Whether it is the last question once more, because its answer was unclear.
       * @example false
       */
      is_reask: boolean;
    };
    /** @description A warning sign, as it was recorded. */
    RecordedRedFlag: {
      /**
       * @description Code of the red flag in the catalogue (GET /v1/concepts).
       * @example rf_acs_features
       */
      flag: string;
      /**
       * @description The warning sign in English.
       * @example Chest pain with breathlessness, age 40 or over
       */
      description: string;
      /**
       * @description The same in Czech; null where an engine before 1.16.0 concluded it.
       * @example Bolest na hrudi s dušností, věk od 40 let
       */
      description_cs?: string | null;
    };
    /** @description A possible diagnosis with what speaks for and against it, as it was recorded. */
    RecordedSummarizedDifferential: {
      /**
       * @description Code of the diagnosis in the catalogue (GET /v1/concepts); null where an engine before 1.16.0 concluded it.
       * @example stable_angina
       */
      code?: string | null;
      /**
       * @description Name of the diagnosis in English.
       * @example Stable angina
       */
      diagnosis: string;
      /**
       * @description The same in Czech; null where an engine before 1.16.0 concluded it.
       * @example Stabilní angina pectoris
       */
      diagnosis_cs?: string | null;
      /**
       * @description Its ICD-10 code.
       * @example I20.8
       */
      icd: string;
      /**
       * @description Probability from 0 to 1.
       * @example 0.3783
       */
      probability: number;
      /**
       * Format: int32
       * @description Place in the list, 1 for the likeliest.
       * @example 1
       */
      rank: number;
      /** @description What makes the diagnosis likelier, the weightiest first. */
      evidence_for: components['schemas']['EvidenceLine'][];
      /** @description What makes it less likely, the weightiest first. */
      evidence_against: components['schemas']['EvidenceLine'][];
    };
    /** @description The summary of a session, as it was recorded. */
    RecordedSummary: {
      /**
       * @description Why the patient comes: the complaints that were recognised, with the caller's own words.
       * @example Chest pain ("chest pain since this morning")
       */
      presenting_complaint: string;
      /**
       * @description The same with the complaints in Czech; null where an engine before 1.16.0 concluded it.
       * @example Bolest na hrudi („chest pain since this morning“)
       */
      presenting_complaint_cs?: string | null;
      /**
       * @description When and how it began and goes on, and what was measured. In English.
       * @example [
       *       "Duration of symptoms: 2 hours"
       *     ]
       */
      history: string[];
      /**
       * @description Symptoms and signs that the patient has. In English.
       * @example [
       *       "Dyspnoea"
       *     ]
       */
      pertinent_positives: string[];
      /**
       * @description Symptoms and signs that are known to be absent. In English.
       * @example [
       *       "Cold sweat"
       *     ]
       */
      pertinent_negatives: string[];
      /** @description Warning signs that stand now, the most urgent first. */
      red_flags: components['schemas']['RecordedRedFlag'][];
      /** @description Possible diagnoses, the likeliest first: at most 10, each with 0.5 percent or more. Each with what speaks for and against it. */
      differentials: components['schemas']['RecordedSummarizedDifferential'][];
      /**
       * @description What the triage level asks for, in English.
       * @example Call an ambulance now (in Europe 112, in Czechia 155).
       */
      recommended_next_step: string;
      /**
       * @description The same in Czech; null where an engine before 1.16.0 concluded it.
       * @example Ihned volejte zdravotnickou záchrannou službu (155, případně 112).
       */
      recommended_next_step_cs?: string | null;
      /**
       * @description Age, sex, risk factors and what the patient's profile says. In English.
       * @example [
       *       "Current smoker"
       *     ]
       */
      patient_context: string[];
      /** @description The lines of history, pertinent_positives, pertinent_negatives and patient_context once more, in this order, with code and in both languages; empty where an engine before 1.16.0 concluded it. */
      lines?: components['schemas']['SummaryLine'][];
      /** @description What is not known or was corrected; empty where an engine before 1.17.0 concluded it. */
      open_points?: components['schemas']['OpenPoint'][];
      /** @description The narrative part by part, in its order; a part without content is left out. Empty where an engine before 1.17.0 concluded it. */
      sections?: components['schemas']['SummarySection'][];
      /**
       * @description The whole summary as a readable text in English.
       * @example This is decision support and not a diagnosis: it does not replace examination by a clinician.
       */
      narrative: string;
      /**
       * @description The same in Czech.
       * @example Jde o podporu rozhodování, nikoli o diagnózu; nenahrazuje vyšetření lékařem.
       */
      narrative_cs: string;
    };
    /** @description What to correct: age, sex, or answers that are to go. */
    Rectification:
      | {
          /**
           * Format: int32
           * @description Age in whole years. Null makes it unknown; left out, it stays as it is.
           * @example 54
           */
          age?: number | null;
          /** @description Null makes it unknown; left out, it stays as it is. */
          sex?: components['schemas']['Sex'] | null;
          /**
           * @description The question_id of each answer to clear.
           * @example [
           *       "radiates_left_arm"
           *     ]
           */
          clear_answers?: string[] | null;
          /**
           * @description Why it is corrected: for the audit trail, stored sealed.
           * @example wrong age entered at reception
           */
          reason?: string | null;
        }
      | unknown
      | unknown
      | {
          clear_answers: unknown;
        };
    /** @description The session as it stands after the correction. */
    RectifiedSession: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description Whether the session still takes answers.
       * @example active
       */
      status: components['schemas']['SessionStatus'];
      /**
       * Format: int32
       * @description Questions that were answered or skipped so far.
       * @example 5
       */
      questions_asked: number;
      /**
       * @description Whether no question is left to ask.
       * @example false
       */
      is_complete: boolean;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description Complaints that the interview follows, the chief complaint's first; empty where none was recognised. */
      active_branches: string[];
      /** @description Codes of the warning signs that stand now, the most urgent first. */
      red_flags: string[];
      /** @description What to ask the patient now; null where no question is left. */
      current_question: components['schemas']['CurrentQuestion'] | null;
      /**
       * Format: date-time
       * @description When the session was opened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * @description What was changed, by name and without values: `age`, `sex`, `answers.<question_id>`.
       * @example [
       *       "age"
       *     ]
       */
      changed_fields: string[];
    };
    /** @description A warning sign: findings that together ask for urgent care or more. */
    RedFlag: {
      /**
       * @description Code of the red flag in the catalogue (GET /v1/concepts).
       * @example rf_acs_features
       */
      flag: string;
      /**
       * @description The warning sign in English.
       * @example Chest pain with breathlessness, age 40 or over
       */
      description: string;
      /**
       * @description The same in Czech; null where an engine before 1.16.0 concluded it.
       * @example Bolest na hrudi s dušností, věk od 40 let
       */
      description_cs: string | null;
    };
    /** @description A red flag was seen that did not stand before. One call raises at most 10, the most urgent first. */
    RedFlagDetectedEvent: {
      /**
       * Format: uuid
       * @description The event; the same over retries and replays: deduplicate on it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * @description What happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'red_flag.detected';
      /**
       * Format: date-time
       * @description The same as occurred_at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it happened; the same over retries and replays. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: int64
       * @description Revision of the session (of the tenant for balance.*): orders its events.
       * @example 12
       */
      sequence: number;
      /**
       * @description Version of the interface that the body follows.
       * @constant
       */
      api_version: 'v1';
      /**
       * Format: uuid
       * @description The tenant that it happened to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Whether it tells of a test session, or only tries the receiver.
       * @example false
       */
      test: boolean;
      /** @description What it tells: ids, levels, counts and codes, never what a patient said. */
      data: components['schemas']['RedFlagDetectedEventData'];
    };
    /** @description What red_flag.detected tells. */
    RedFlagDetectedEventData: {
      /**
       * Format: uuid
       * @description The session that it is about.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description Code of a red flag, from the closed list of the knowledge base.
       * @example rf_acs_features
       */
      flag: string;
      /** @description Further new red flags of this call, less urgent ones, that have no event of their own. Only in the last of 10. */
      more?: string[];
    };
    /** @description The owner of the new tenant. */
    Register: {
      /**
       * Format: email
       * @description Mail address, without regard to case.
       * @example anna@clinic.example
       */
      email: string;
      /**
       * @description 12 to 200 characters, none of the common ones.
       * @example a long sentence of my own
       */
      password: string;
      /**
       * @description What the member is called; "" for no name.
       * @default
       * @example Jana Nová
       */
      name?: string | null;
      /**
       * @description Name of the tenant.
       * @default
       * @example Clinic Example
       */
      company?: string | null;
    };
    /** @description What goes with the code in the mail. */
    Registration: {
      /**
       * Format: uuid
       * @description For POST /v1/auth/verify-code, with the code in the mail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      challenge_id: string;
      /**
       * Format: date-time
       * @description Until when the code works. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      code_expires_at: string;
    };
    /** @description The confirmation. */
    ReplayAllDeadLetters: {
      /**
       * @description Says that all of them are meant.
       * @constant
       */
      confirm: true;
    };
    /** @description How many dead letters are sent again. */
    ReplayedDeadLetters: {
      /**
       * Format: int32
       * @description Dead letters that are sent again.
       * @example 1
       */
      replayed: number;
      /**
       * Format: int32
       * @description Dead letters that still stand: of disabled subscriptions, or beyond what one call takes.
       * @example 0
       */
      remaining: number;
      /**
       * Format: int32
       * @description How many of them stay because their subscription is disabled or deleted. A test event that gets through enables one.
       * @example 0
       */
      of_disabled_subscriptions: number;
    };
    /** @description What an extract shall hold. */
    RequestDataExtract: {
      /** @description What it shall hold; left out: everything. */
      datasets?: components['schemas']['DatasetName'][] | null;
      /**
       * @description What its files shall be: Parquet, NDJSON or CSV.
       * @default parquet
       */
      format?: components['schemas']['ExtractFormat'] | null;
      /**
       * @description `until` of the extract before it: only what changed since. Null or left out: everything.
       * @default null
       * @example null
       */
      since?: string | null;
      /**
       * @description For whom it is: whose pseudonyms it has. team: the tenant's own team. Others are granted by the operator.
       * @default team
       * @example team
       */
      recipient?: string | null;
    };
    /** @description One call of the tenant, without bodies, ids of patients or credentials. */
    RequestEntry: {
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * Format: date-time
       * @description When the call came in. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      ts: string;
      /**
       * @description HTTP method.
       * @example POST
       */
      method: string;
      /**
       * @description The template of the route.
       * @example /v1/sessions/{session_id}/finalize
       */
      path: string;
      /**
       * Format: uuid
       * @description The session that the call was about; null for any other call.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string | null;
      /**
       * Format: int32
       * @description HTTP status of the answer.
       * @example 200
       */
      status: number;
      /**
       * Format: int32
       * @description How long the call took, in milliseconds.
       * @example 24
       */
      duration_ms: number;
      /**
       * Format: int32
       * @description Tokens that the call was charged.
       * @example 8
       */
      tokens_charged: number;
      /**
       * @description How the key of the call begins; null for a dashboard session of a member.
       * @example svc_live_Exam
       */
      api_key_prefix: string | null;
      /**
       * @description The User-Agent header; null where none was sent.
       * @example clinic-integration/1.4
       */
      user_agent: string | null;
      /**
       * @description IP address of the caller.
       * @example 198.51.100.24
       */
      ip: string;
      /**
       * @description `error.code` of the answer; null where the call succeeded.
       * @example rate_limited
       */
      error_code: string | null;
    };
    /** @description The latest calls of the tenant. */
    RequestInspector: {
      /** @description The calls of the page, newest first. */
      entries: components['schemas']['RequestEntry'][];
      /**
       * Format: int32
       * @description Entries that are kept now.
       * @example 1
       */
      total: number;
      /**
       * @description Goes into `cursor` for the next page; empty after the last one.
       * @example
       */
      next_cursor: string;
      /**
       * @description How many calls of a tenant are kept at most.
       * @constant
       */
      max_entries: 100;
    };
    /** @description How calls went over time, all routes together. */
    RequestsSummary: {
      /**
       * @description How far back it reaches.
       * @example 24h
       */
      range: components['schemas']['UsageRange'];
      /** @description Of the whole range. */
      totals: components['schemas']['CallHealth'];
      /** @description Over time, oldest first; none is left out. */
      buckets: components['schemas']['CallHealthBucket'][];
    };
    /** @description Which code to send again. */
    ResendCode: {
      /**
       * Format: uuid
       * @description The `challenge_id` that signing in or registering answered.
       * @example 0198c0de-0000-7000-8000-000000000001
       */
      challenge_id: string;
    };
    /** @description The link of the mail, and the new password. */
    ResetPassword: {
      /**
       * @description The token of the link in the mail.
       * @example k3J0pX2Yw1sVt4uQe7rZb9nMa6cLd8fGh5iTj0oPqRs
       */
      token: string;
      /**
       * @description 12 to 200 characters, none of the common ones.
       * @example a long sentence of my own
       */
      new_password: string;
    };
    /** @description The answer to whoever asks for a reset. */
    ResetRequested: {
      /**
       * @description Taken. A mail goes out where the address has an account; the answer does not tell.
       * @constant
       */
      accepted: true;
    };
    /** @description Why the delivery is dealt with. */
    ResolveWebhookDelivery: {
      /**
       * @description Why nothing more is to be done. Not blank; stored without outer blanks, and cut to 500 characters.
       * @example Fetched through the API instead.
       */
      reason: string;
    };
    /** @description How long the tenant keeps its sessions. */
    Retention: {
      /**
       * Format: int32
       * @description Days that a session is kept after it was finalized, or if it never was, after its last activity.
       * @example 90
       */
      retention_days: number;
      /**
       * Format: int32
       * @description What a tenant has that never set it.
       * @example 30
       */
      default_days: number;
    };
    /** @description The end of a key. */
    RevokedApiKey: {
      /**
       * @description The key is refused from now on.
       * @constant
       */
      revoked: true;
      /**
       * Format: uuid
       * @description The key; in the paths of its calls and in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      key_id: string;
      /**
       * Format: date-time
       * @description From when on it is refused. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      revoked_at: string;
    };
    /**
     * @description What the member may do: an owner and an admin everything, and only an owner changes roles; a developer all but what administers the tenant; a viewer reads; billing reads what concerns the tenant.
     * @example developer
     * @enum {string}
     */
    Role: 'owner' | 'admin' | 'developer' | 'viewer' | 'billing';
    /** @description What shall be otherwise with the new key; it may be left out. */
    RotateApiKey: {
      /**
       * Format: date-time
       * @description From when on the key is refused: in the future, at most 1826 days (5 years) ahead. ISO 8601 with an offset or Z. Null or left out: as the key before.
       * @example 2027-03-02T00:00:00.000Z
       */
      expires_at?: string | null;
    };
    /** @description The subscription, with its new secret. */
    RotatedWebhookSubscription: {
      /**
       * Format: uuid
       * @description The subscription; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      subscription_id: string;
      /**
       * @description Where its events are sent.
       * @example https://clinic.example/hooks/triage
       */
      url: string;
      /** @description The events that are sent. */
      events: components['schemas']['WebhookEventName'][];
      /**
       * @description Whether events are sent; false once it was switched off.
       * @example true
       */
      is_active: boolean;
      /**
       * @description Why it was switched off: `gone` (the receiver answered 410), `failing` (no delivery got through for 5 days) or `requested` (a caller did); null while it is active. A test delivery that is answered with 2xx switches it on again, unless a caller switched it off.
       * @example failing
       */
      disabled_reason: string | null;
      /**
       * Format: date-time
       * @description When the subscription was made. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When its secret was last exchanged for a new one; null where it never was. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      secret_rotated_at: string | null;
      /**
       * @description The signing secret, whole with `whsec_`. Shown once; keep it where only your receiver reads it.
       * @example whsec_ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZSE=
       */
      secret: string;
    };
    /** @description A text to be read and merged into the session. */
    RouteText: {
      /**
       * @description What the patient tells, in English or Czech.
       * @example My chest hurts when I climb the stairs. It started two hours ago.
       */
      text: string;
    };
    /** @description What was read in the text, and what to ask next. */
    RoutedText: {
      /**
       * @description Code of the complaint that was recognised in the text; null where none was.
       * @example chest_pain
       */
      chief_complaint: string | null;
      /**
       * @description How sure that is, from 0 to 1.
       * @example 0.9
       */
      confidence: number;
      /**
       * @description Code of a second complaint in it; null where there is none.
       * @example cough
       */
      secondary_cc: string | null;
      /** @description The likeliest diagnoses after the text was read, at most 5. */
      diagnosis_hints: {
        /**
         * @description Code of the diagnosis in the catalogue (GET /v1/concepts); null where an engine before 1.16.0 concluded it.
         * @example stable_angina
         */
        code: string | null;
        /**
         * @description Name of the diagnosis in English.
         * @example Stable angina
         */
        diagnosis: string;
        /**
         * @description The same in Czech; null where an engine before 1.16.0 concluded it.
         * @example Stabilní angina pectoris
         */
        diagnosis_cs: string | null;
        /**
         * @description Its ICD-10 code.
         * @example I20.8
         */
        icd: string;
        /**
         * @description Probability from 0 to 1.
         * @example 0.3783
         */
        probability: number;
      }[];
      /**
       * @description Findings that were read in the text, by code.
       * @example {
       *       "vomiting": true,
       *       "temperature_c": 38.5
       *     }
       */
      initial_fields: components['schemas']['Fields'];
      /** @description Codes of the red flags that the text alone shows. */
      flags: string[];
      /** @description What to ask the patient now; null where no question is left. */
      current_question: components['schemas']['CurrentQuestion'] | null;
      /** @description What this call cost, and how long it took. */
      meta: components['schemas']['CallMeta'];
    };
    /**
     * @description What a key may do: read or write sessions, patients, webhooks or what belongs to the tenant.
     * @example sessions:read
     * @enum {string}
     */
    Scope:
      | 'sessions:read'
      | 'sessions:write'
      | 'patients:read'
      | 'patients:write'
      | 'webhooks:read'
      | 'webhooks:write'
      | 'admin:read'
      | 'admin:write';
    /**
     * @description ok; degraded: works, with something missing; unavailable: cannot serve calls.
     * @example ok
     * @enum {string}
     */
    ServiceStatus: 'ok' | 'degraded' | 'unavailable';
    /** @description A session as it stands: state, results, red flags and summary in one. */
    Session: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description Whether the session still takes answers.
       * @example active
       */
      status: components['schemas']['SessionStatus'];
      /**
       * Format: int32
       * @description Questions that were answered or skipped so far.
       * @example 5
       */
      questions_asked: number;
      /**
       * @description Whether no question is left to ask.
       * @example false
       */
      is_complete: boolean;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description Complaints that the interview follows, the chief complaint's first; empty where none was recognised. */
      active_branches: string[];
      /** @description Warning signs that stand now, the most urgent first. */
      red_flags: components['schemas']['RedFlag'][];
      /** @description What to ask the patient now; null where no question is left. */
      current_question: components['schemas']['CurrentQuestion'] | null;
      /**
       * Format: date-time
       * @description When the session was opened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /** @description Possible diagnoses, the likeliest first: at most 10, each with 0.5 percent or more. */
      differentials: components['schemas']['Differential'][];
      /**
       * @description Name of the likeliest differential in English; null where there is none.
       * @example Stable angina
       */
      primary_diagnosis: string | null;
      /**
       * @description Its ICD-10 code; null where there is none.
       * @example I20.8
       */
      primary_diagnosis_icd: string | null;
      /**
       * @description Its probability from 0 to 1; null where there is none.
       * @example 0.3783
       */
      primary_probability: number | null;
      /** @description Why no further question is asked; null while there is one. */
      stop_reason: components['schemas']['StopReason'] | null;
      /**
       * @description Why the patient comes, as it was sent.
       * @example chest pain since this morning
       */
      chief_complaint: string;
      /**
       * @description Code of the complaint that was recognised; null where none was.
       * @example chest_pain
       */
      complaint_code: string | null;
      /**
       * @description The partner's own id of the patient; null where the session was opened without one.
       * @example CARDIO-2041
       */
      patient_id: string | null;
      /**
       * @description Whether it belongs to test mode: nothing is billed, and test keys alone see it.
       * @example false
       */
      test: boolean;
      /** @description Age and sex as they stand now. */
      demographics: components['schemas']['KnownDemographics'];
      /**
       * Format: int64
       * @description Place of its last event, from 0: what history/state takes.
       * @example 11
       */
      revision: number;
      /**
       * Format: date-time
       * @description When something was last told, changed or finished. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_activity_at: string;
      /**
       * Format: date-time
       * @description When the session was finalized; null while it is active. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      finalized_at: string | null;
      /**
       * @description Whether a legal hold stands on the session itself.
       * @example false
       */
      held: boolean;
      /** @description The clinical summary; null until the session is finalized. */
      summary: components['schemas']['ClinicalSummary'] | null;
      /** @description What the diagnosis turned out to be; null where nobody told. */
      feedback: components['schemas']['Feedback'] | null;
    };
    /** @description A question was answered or skipped, or more was told. */
    SessionAnsweredEvent: {
      /**
       * Format: uuid
       * @description The event; the same over retries and replays: deduplicate on it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * @description What happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session.answered';
      /**
       * Format: date-time
       * @description The same as occurred_at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it happened; the same over retries and replays. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: int64
       * @description Revision of the session (of the tenant for balance.*): orders its events.
       * @example 12
       */
      sequence: number;
      /**
       * @description Version of the interface that the body follows.
       * @constant
       */
      api_version: 'v1';
      /**
       * Format: uuid
       * @description The tenant that it happened to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Whether it tells of a test session, or only tries the receiver.
       * @example false
       */
      test: boolean;
      /** @description What it tells: ids, levels, counts and codes, never what a patient said. */
      data: components['schemas']['SessionAnsweredEventData'];
    };
    /** @description What session.answered tells. */
    SessionAnsweredEventData: {
      /**
       * Format: uuid
       * @description The session that it is about.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description All red flags that stand now. */
      red_flags: string[];
      /** @description Those of them that this answer brought. */
      new_red_flags: string[];
      /**
       * @description Whether no question is left to ask.
       * @example false
       */
      is_complete: boolean;
      /**
       * @description Whether the question was skipped.
       * @example false
       */
      skipped: boolean;
    };
    /** @description Sessions in numbers. */
    SessionCounts: {
      /**
       * Format: int32
       * @description Sessions that exist.
       * @example 1
       */
      total: number;
      /** @description How many there are of each status. */
      by_status: components['schemas']['SessionsByStatus'];
      /** @description How many stand at each level. */
      by_triage_level: components['schemas']['SessionsByTriageLevel'];
      /** @description The last 30 days, today included, the oldest first. */
      by_day: components['schemas']['SessionsOfDay'][];
    };
    /** @description A session was created. */
    SessionCreatedEvent: {
      /**
       * Format: uuid
       * @description The event; the same over retries and replays: deduplicate on it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * @description What happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session.created';
      /**
       * Format: date-time
       * @description The same as occurred_at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it happened; the same over retries and replays. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: int64
       * @description Revision of the session (of the tenant for balance.*): orders its events.
       * @example 12
       */
      sequence: number;
      /**
       * @description Version of the interface that the body follows.
       * @constant
       */
      api_version: 'v1';
      /**
       * Format: uuid
       * @description The tenant that it happened to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Whether it tells of a test session, or only tries the receiver.
       * @example false
       */
      test: boolean;
      /** @description What it tells: ids, levels, counts and codes, never what a patient said. */
      data: components['schemas']['SessionCreatedEventData'];
    };
    /** @description What session.created tells. */
    SessionCreatedEventData: {
      /**
       * Format: uuid
       * @description The session that it is about.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description All red flags that stand now. */
      red_flags: string[];
    };
    /** @description Why the session stands as it does. */
    SessionExplanation: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description The engine that recorded the outcome.
       * @example 1.0.0+fa685815
       */
      engine_version: string;
      /**
       * @description The engine that gives these reasons.
       * @example 1.0.0+fa685815
       */
      explained_by: string;
      /**
       * @description Whether the same engine recorded the outcome and gives the reasons.
       * @example true
       */
      is_exact: boolean;
      /** @description Possible diagnoses, the likeliest first: at most 10, each with 0.5 percent or more. Each with what speaks for and against it. */
      differentials: {
        /**
         * @description Code of the diagnosis in the catalogue (GET /v1/concepts); null where an engine before 1.16.0 concluded it.
         * @example stable_angina
         */
        code: string | null;
        /**
         * @description Name of the diagnosis in English.
         * @example Stable angina
         */
        diagnosis: string;
        /**
         * @description The same in Czech; null where an engine before 1.16.0 concluded it.
         * @example Stabilní angina pectoris
         */
        diagnosis_cs: string | null;
        /**
         * @description Its ICD-10 code.
         * @example I20.8
         */
        icd: string;
        /**
         * @description Probability from 0 to 1.
         * @example 0.3783
         */
        probability: number;
        /**
         * Format: int32
         * @description Place in the list, 1 for the likeliest.
         * @example 1
         */
        rank: number;
        /** @description What makes the diagnosis likelier, the weightiest first. */
        evidence_for: components['schemas']['ExplainedEvidence'][];
        /** @description What makes it less likely, the weightiest first. */
        evidence_against: components['schemas']['ExplainedEvidence'][];
        /** @description What is not known yet, the most telling first. */
        unasked: components['schemas']['OpenEvidence'][];
      }[];
      /**
       * @description Probability from 0 to 1 of all that stands outside the list, and outside the catalogue.
       * @example 0.2524
       */
      other_probability: number;
      /** @description Why the current question is asked; null where there is none. */
      question: {
        /**
         * @description Goes with the answer; the code of the finding that it asks for.
         * @example has_dyspnoea
         */
        question_id: string;
        /**
         * @description Why it comes now.
         * @example safety_net
         */
        reason: components['schemas']['QuestionReason'];
        /**
         * @description The reason in English.
         * @example It belongs to the dangers that are ruled out first for this complaint.
         */
        text: string;
        /**
         * @description The same in Czech.
         * @example Patří k nebezpečím, která se u těchto obtíží vylučují jako první.
         */
        text_cs: string;
        /**
         * @description Information that its answer is expected to give, in nats, with weight on danger.
         * @example 0.1742
         */
        information: number;
        /** @description Red flags that a yes alone would complete. */
        rules: components['schemas']['ExplainedReason'][];
      } | null;
      /** @description How the triage level came about. */
      triage: {
        /**
         * @description How urgently the patient needs care, by what is known now.
         * @example emergency
         */
        level: components['schemas']['TriageLevel'];
        /**
         * @description What kind of thing decided.
         * @example rule
         */
        kind: components['schemas']['TriageReasonKind'];
        /** @description What decided: the rule, diagnosis or complaint. */
        decided_by: components['schemas']['ExplainedReason'];
        /** @description Findings on which the deciding rule rests; empty where no rule decided. */
        findings: components['schemas']['LabelledFinding'][];
        /** @description Warning signs that stand now, the most urgent first. */
        red_flags: components['schemas']['ExplainedReason'][];
        /** @description What a text tells and the level stands on, and what fits nothing else: it is asked for before anything else. */
        unconfirmed: components['schemas']['LabelledFinding'][];
      };
      /** @description What the triage level asks for. */
      advice: {
        /**
         * @description Who should see the patient, in English.
         * @example Emergency department
         */
        who: string;
        /**
         * @description The same in Czech.
         * @example Urgentní příjem nemocnice
         */
        who_cs: string;
        /**
         * @description How soon, in English.
         * @example Now
         */
        how_soon: string;
        /**
         * @description The same in Czech.
         * @example Ihned
         */
        how_soon_cs: string;
      };
    };
    /** @description The whole record of a session, decrypted. */
    SessionExport: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description Whether it belongs to test mode: nothing is billed, and test keys alone see it.
       * @example false
       */
      test: boolean;
      /**
       * @description The partner's own id of the patient; null where the session was opened without one.
       * @example CARDIO-2041
       */
      patient_id: string | null;
      /**
       * @description Why the patient comes, as it was sent.
       * @example chest pain since this morning
       */
      chief_complaint: string;
      /**
       * @description Code of the complaint that was recognised; null where none was.
       * @example chest_pain
       */
      complaint_code: string | null;
      /** @description Age and sex as they stand now. */
      demographics: components['schemas']['KnownDemographics'];
      /**
       * @description The story that the session was opened with; null where there was none.
       * @example It hurts when I climb stairs.
       */
      free_text: string | null;
      /** @description What the patient's profile said when the session was opened, and what was read in it; null where there was none. */
      background: components['schemas']['KnownBackground'] | null;
      /**
       * @description Fields that the session was opened with, by code.
       * @example {
       *       "vomiting": true,
       *       "temperature_c": 38.5
       *     }
       */
      initial_fields: components['schemas']['SuppliedFields'];
      /**
       * @description Codes among them that the catalogue does not hold: stored, and not used.
       * @example [
       *       "vas_score"
       *     ]
       */
      unrecognised: string[];
      /** @description All that was told after the opening, in its order. */
      answers: components['schemas']['ExportedAnswer'][];
      /** @description Where the session stands now. */
      state: components['schemas']['SessionState'];
      /** @description What the service concludes now. */
      results: components['schemas']['SessionResults'];
      /** @description The clinical summary; null until the session is finalized. */
      summary: components['schemas']['ClinicalSummary'] | null;
      /** @description What the diagnosis turned out to be; null where nobody told. */
      feedback: components['schemas']['Feedback'] | null;
      /**
       * Format: date-time
       * @description When the session was finalized; null while it is active. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      finalized_at: string | null;
      /** @description Every event of the session, oldest first. */
      timeline: components['schemas']['TimelineEntry'][];
      /**
       * @description Revisions whose event was damaged: what it said is missing here, in state, results and summary too. Empty nearly always.
       * @example []
       */
      unreadable: number[];
      /**
       * @description The clinical engine that concluded last.
       * @example 1.0.0+fa685815
       */
      engine_version: string;
    };
    /** @description A session was finalized. */
    SessionFinalizedEvent: {
      /**
       * Format: uuid
       * @description The event; the same over retries and replays: deduplicate on it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * @description What happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session.finalized';
      /**
       * Format: date-time
       * @description The same as occurred_at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it happened; the same over retries and replays. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: int64
       * @description Revision of the session (of the tenant for balance.*): orders its events.
       * @example 12
       */
      sequence: number;
      /**
       * @description Version of the interface that the body follows.
       * @constant
       */
      api_version: 'v1';
      /**
       * Format: uuid
       * @description The tenant that it happened to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Whether it tells of a test session, or only tries the receiver.
       * @example false
       */
      test: boolean;
      /** @description What it tells: ids, levels, counts and codes, never what a patient said. */
      data: components['schemas']['SessionFinalizedEventData'];
    };
    /** @description What session.finalized tells. */
    SessionFinalizedEventData: {
      /**
       * Format: uuid
       * @description The session that it is about.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description All red flags that stand now. */
      red_flags: string[];
      /**
       * @description ICD-10 code of the likeliest differential; null where there is none.
       * @example I20.8
       */
      primary_diagnosis_icd: string | null;
    };
    /** @description The events; or, where `at` asks for it, the fields of the state, or `erased` or `unreadable` in their place. */
    SessionHistory: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /** @description The events, oldest first. Left out where `at` asks for the state. */
      events?: (
        | components['schemas']['HistorySessionOpened']
        | components['schemas']['HistorySessionAnswered']
        | components['schemas']['HistorySessionRouted']
        | components['schemas']['HistoryRedFlagDetected']
        | components['schemas']['HistoryTriageEscalated']
        | components['schemas']['HistoryDemographicsUpdated']
        | components['schemas']['HistorySessionRectified']
        | components['schemas']['HistorySessionFinalized']
        | components['schemas']['HistoryAssessmentCompleted']
        | components['schemas']['HistoryFeedbackGiven']
        | components['schemas']['HistorySessionTimedOut']
        | components['schemas']['HistorySessionHoldPlaced']
        | components['schemas']['HistorySessionHoldLifted']
        | components['schemas']['HistorySessionErased']
        | components['schemas']['HistoryEventUnreadable']
      )[];
      /**
       * @description Whether the session still takes answers.
       * @example active
       */
      status?: components['schemas']['SessionStatus'];
      /**
       * Format: int32
       * @description Questions that were answered or skipped so far.
       * @example 5
       */
      questions_asked?: number;
      /**
       * @description Whether no question is left to ask.
       * @example false
       */
      is_complete?: boolean;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level?: components['schemas']['TriageLevel'];
      /** @description Complaints that the interview follows, the chief complaint's first; empty where none was recognised. */
      active_branches?: string[];
      /** @description Codes of the warning signs that stand now, the most urgent first. */
      red_flags?: string[];
      /** @description What to ask the patient now; null where no question is left. */
      current_question?: components['schemas']['CurrentQuestion'] | null;
      /**
       * Format: date-time
       * @description When the session was opened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at?: string;
      /**
       * @description true, and nothing beside it, where this was cleared or erased: its key is destroyed.
       * @constant
       */
      erased?: true;
      /**
       * @description Stands alone. An event was damaged: nobody can read it.
       * @constant
       */
      unreadable?: true;
    };
    /** @description Whether the session is under legal hold. */
    SessionHold: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /** @description The legal hold that stands on the session itself; null where none does. */
      hold: components['schemas']['LegalHold'] | null;
    };
    /** @description A page of sessions. */
    SessionList: {
      /**
       * Format: int32
       * @description Entries that match, on all pages.
       * @example 1
       */
      total: number;
      /**
       * Format: int32
       * @description How many entries a page holds at most. As it was asked for.
       * @example 50
       */
      limit: number;
      /**
       * Format: int64
       * @description How many entries were passed over, as it was asked for.
       * @example 0
       */
      offset: number;
      /** @description The sessions of the page, newest first. */
      data: components['schemas']['SessionListItem'][];
    };
    /** @description A session as a list shows it. */
    SessionListItem: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description Whether the session still takes answers.
       * @example active
       */
      status: components['schemas']['SessionStatus'];
      /**
       * Format: int32
       * @description Questions that were answered or skipped so far.
       * @example 5
       */
      questions_asked: number;
      /**
       * @description Why the patient comes, as it was sent.
       * @example chest pain since this morning
       */
      chief_complaint: string;
      /**
       * @description The partner's own id of the patient; null where the session was opened without one.
       * @example CARDIO-2041
       */
      patient_id: string | null;
      /**
       * @description Whether it belongs to test mode: nothing is billed, and test keys alone see it.
       * @example false
       */
      test: boolean;
      /**
       * Format: date-time
       * @description When the session was opened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * @description Name of the likeliest differential in English; null where there is none.
       * @example Stable angina
       */
      primary_diagnosis: string | null;
      /**
       * @description Its ICD-10 code; null where there is none.
       * @example I20.8
       */
      primary_diagnosis_icd: string | null;
      /**
       * @description The same in Czech, as the engine calls it today; null where there is none, or the engine no longer knows the name.
       * @example Stabilní angina pectoris
       */
      primary_diagnosis_cs: string | null;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description Codes of the warning signs that stand now, the most urgent first. */
      red_flags: string[];
      /**
       * Format: date-time
       * @description When the session was finalized; null while it is active. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      completed_at: string | null;
      /**
       * @description Whether a legal hold stands on the session itself.
       * @example false
       */
      held: boolean;
    };
    /** @description What the service concludes from what it knows so far. */
    SessionResults: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description Possible diagnoses, the likeliest first: at most 10, each with 0.5 percent or more. */
      differentials: components['schemas']['Differential'][];
      /** @description Warning signs that stand now, the most urgent first. */
      red_flags: components['schemas']['RedFlag'][];
      /**
       * @description Name of the likeliest differential in English; null where there is none.
       * @example Stable angina
       */
      primary_diagnosis: string | null;
      /**
       * @description Its ICD-10 code; null where there is none.
       * @example I20.8
       */
      primary_diagnosis_icd: string | null;
      /**
       * @description Its probability from 0 to 1; null where there is none.
       * @example 0.3783
       */
      primary_probability: number | null;
      /**
       * Format: int32
       * @description Questions that were answered or skipped so far.
       * @example 5
       */
      questions_asked: number;
      /** @description What this call cost, and how long it took. */
      meta: components['schemas']['CallMeta'];
    };
    /** @description Where the session stands, and what to ask next. */
    SessionState: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description Whether the session still takes answers.
       * @example active
       */
      status: components['schemas']['SessionStatus'];
      /**
       * Format: int32
       * @description Questions that were answered or skipped so far.
       * @example 5
       */
      questions_asked: number;
      /**
       * @description Whether no question is left to ask.
       * @example false
       */
      is_complete: boolean;
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
      /** @description Complaints that the interview follows, the chief complaint's first; empty where none was recognised. */
      active_branches: string[];
      /** @description Codes of the warning signs that stand now, the most urgent first. */
      red_flags: string[];
      /** @description What to ask the patient now; null where no question is left. */
      current_question: components['schemas']['CurrentQuestion'] | null;
      /**
       * Format: date-time
       * @description When the session was opened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
    };
    /**
     * @description active: it takes answers. finalized: it is finished, and can only be read, given feedback or erased.
     * @example active
     * @enum {string}
     */
    SessionStatus: 'active' | 'finalized';
    /** @description A session was idle for 30 minutes; it can go on. */
    SessionTimeoutEvent: {
      /**
       * Format: uuid
       * @description The event; the same over retries and replays: deduplicate on it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * @description What happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'session.timeout';
      /**
       * Format: date-time
       * @description The same as occurred_at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it happened; the same over retries and replays. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: int64
       * @description Revision of the session (of the tenant for balance.*): orders its events.
       * @example 12
       */
      sequence: number;
      /**
       * @description Version of the interface that the body follows.
       * @constant
       */
      api_version: 'v1';
      /**
       * Format: uuid
       * @description The tenant that it happened to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Whether it tells of a test session, or only tries the receiver.
       * @example false
       */
      test: boolean;
      /** @description What it tells: ids, levels, counts and codes, never what a patient said. */
      data: components['schemas']['SessionTimeoutEventData'];
    };
    /** @description What session.timeout tells. */
    SessionTimeoutEventData: {
      /**
       * Format: uuid
       * @description The session that it is about.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * Format: date-time
       * @description When it was last active. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      idle_since: string;
    };
    /** @description Sessions by status. */
    SessionsByStatus: {
      /**
       * Format: int32
       * @description Sessions with this status.
       * @example 1
       */
      active: number;
      /**
       * Format: int32
       * @description Sessions with this status.
       * @example 1
       */
      finalized: number;
    };
    /** @description Sessions by triage level. */
    SessionsByTriageLevel: {
      /**
       * Format: int32
       * @description Sessions that stand at this level.
       * @example 1
       */
      emergency_ambulance: number;
      /**
       * Format: int32
       * @description Sessions that stand at this level.
       * @example 1
       */
      emergency: number;
      /**
       * Format: int32
       * @description Sessions that stand at this level.
       * @example 1
       */
      urgent: number;
      /**
       * Format: int32
       * @description Sessions that stand at this level.
       * @example 1
       */
      routine: number;
      /**
       * Format: int32
       * @description Sessions that stand at this level.
       * @example 1
       */
      self_care: number;
    };
    /** @description The sessions that were opened on one day. */
    SessionsOfDay: {
      /**
       * Format: date
       * @description The day (UTC) on which they were opened.
       * @example 2026-03-02
       */
      day: string;
      /**
       * Format: int32
       * @description Sessions that were opened on this day.
       * @example 1
       */
      created: number;
      /**
       * Format: int32
       * @description Those of them that are finalized.
       * @example 1
       */
      finalized: number;
      /** @description How many of them stand at each level. */
      by_triage_level: components['schemas']['SessionsByTriageLevel'];
    };
    /**
     * @description The patient's sex; some findings and diagnoses depend on it.
     * @example male
     * @enum {string}
     */
    Sex: 'female' | 'male' | 'other' | 'unknown';
    /** @description The dashboard session of a member. */
    SignedIn: {
      /**
       * Format: uuid
       * @description The member who signed in.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      member_id: string;
      /**
       * Format: uuid
       * @description The tenant of the member.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description What the member may do.
       * @example developer
       */
      role: components['schemas']['Role'];
      /**
       * @description Goes into X-CSRF-Token; the cookie svc_csrf holds the same.
       * @example ExampleExampleExampleExampleExampleExample0
       */
      csrf_token: string;
      /**
       * Format: date-time
       * @description When the dashboard session ends by itself. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      expires_at: string;
    };
    /**
     * @description Whether the patient smokes or has smoked.
     * @example current
     * @enum {string}
     */
    SmokingStatus: 'never' | 'former' | 'current' | 'unknown';
    /**
     * @description certain: one diagnosis is likely enough. no_useful_question: none would change much. question_limit: 20 were asked. emergency: the level calls for help now.
     * @example emergency
     * @enum {string}
     */
    StopReason: 'certain' | 'no_useful_question' | 'question_limit' | 'emergency';
    /** @description The feedback as it was stored. */
    StoredFeedback: {
      /**
       * Format: uuid
       * @description The session; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description How right the first diagnosis was.
       * @example partially_correct
       */
      accuracy: components['schemas']['Accuracy'];
      /**
       * @description The diagnosis that was made in the end; null where none was told.
       * @example Acute myocardial infarction
       */
      actual_diagnosis: string | null;
      /**
       * @description Its ICD-10 code; null where none was told.
       * @example I21.9
       */
      actual_icd10: string | null;
      /**
       * @description Anything else in free text; null for nothing.
       * @example Troponin raised.
       */
      notes: string | null;
      /**
       * Format: date-time
       * @description When the feedback was given. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
    };
    /** @description A possible diagnosis, with what speaks for and against it. */
    SummarizedDifferential: {
      /**
       * @description Code of the diagnosis in the catalogue (GET /v1/concepts); null where an engine before 1.16.0 concluded it.
       * @example stable_angina
       */
      code: string | null;
      /**
       * @description Name of the diagnosis in English.
       * @example Stable angina
       */
      diagnosis: string;
      /**
       * @description The same in Czech; null where an engine before 1.16.0 concluded it.
       * @example Stabilní angina pectoris
       */
      diagnosis_cs: string | null;
      /**
       * @description Its ICD-10 code.
       * @example I20.8
       */
      icd: string;
      /**
       * @description Probability from 0 to 1.
       * @example 0.3783
       */
      probability: number;
      /**
       * Format: int32
       * @description Place in the list, 1 for the likeliest.
       * @example 1
       */
      rank: number;
      /** @description What makes the diagnosis likelier, the weightiest first. */
      evidence_for: components['schemas']['EvidenceLine'][];
      /** @description What makes it less likely, the weightiest first. */
      evidence_against: components['schemas']['EvidenceLine'][];
    };
    /** @description A line of the summary, with its code and in both languages. */
    SummaryLine: {
      /**
       * @description Which list holds it.
       * @example history
       */
      part: components['schemas']['SummaryPart'];
      /**
       * @description Code of the finding in the catalogue (GET /v1/concepts); null for age, sex and what only the profile says.
       * @example duration_hours
       */
      code: string | null;
      /**
       * @description The line in English, as that list holds it.
       * @example Duration of symptoms: 2 hours
       */
      text: string;
      /**
       * @description The same in Czech.
       * @example Trvání obtíží: 2 hodiny
       */
      text_cs: string;
    };
    /**
     * @description The list of the summary that holds the line.
     * @example history
     * @enum {string}
     */
    SummaryPart: 'history' | 'pertinent_positives' | 'pertinent_negatives' | 'patient_context';
    /** @description A part of the narrative, in both languages. */
    SummarySection: {
      /**
       * @description What it tells.
       * @example opening
       */
      section: components['schemas']['SummarySectionKind'];
      /**
       * @description The section in English.
       * @example 55-year-old man. Presenting complaint: chest pain, for 2 hours.
       */
      text: string;
      /**
       * @description The same in Czech.
       * @example 55letý muž. Hlavní potíže: bolest na hrudi, trvá 2 hodiny.
       */
      text_cs: string;
    };
    /**
     * @description opening: who comes with what, since when, and who tells it. course: how it began and goes on. findings: by weight. negatives: what was denied and would have changed level or diagnoses. background: risks and profile. open_points: what is not known, or was corrected. assessment: level and why, warning signs, diagnoses. safety_net: when to seek care sooner.
     * @example opening
     * @enum {string}
     */
    SummarySectionKind:
      | 'opening'
      | 'course'
      | 'findings'
      | 'negatives'
      | 'background'
      | 'measurements'
      | 'open_points'
      | 'assessment'
      | 'next_step'
      | 'safety_net';
    /**
     * @description Values by code, as they were sent.
     * @example {
     *       "vomiting": true,
     *       "temperature_c": 38.5
     *     }
     */
    SuppliedFields: {
      [key: string]: unknown;
    };
    /**
     * @description Yes or no, in a query.
     * @example false
     * @enum {string}
     */
    Switch: 'true' | 'false';
    /** @description How the service and what it needs are doing. */
    SystemStatus: {
      /**
       * @description How the service is.
       * @example ok
       */
      status: components['schemas']['ServiceStatus'];
      /**
       * @description Version of the service and its interface.
       * @example 0.2.0
       */
      version: string;
      /**
       * @description Version of the clinical engine and its knowledge base.
       * @example 1.0.0+fa685815
       */
      build: string;
      /**
       * Format: date-time
       * @description When it was looked at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      checked_at: string;
      /** @description Whether what the service needs can be reached. */
      dependencies: {
        /**
         * @description Postgres.
         * @example ok
         */
        database: components['schemas']['DependencyState'];
        /**
         * @description The event store.
         * @example ok
         */
        event_log: components['schemas']['DependencyState'];
        /**
         * @description NATS; without it webhooks wait a little longer.
         * @example ok
         */
        cache: components['schemas']['DependencyState'];
        /**
         * @description The clinical engine.
         * @example ok
         */
        engine: components['schemas']['DependencyState'];
      };
      /** @description How far the read models are; null while the event log does not tell. */
      projections:
        | {
            /**
             * @description Which read model it keeps.
             * @example sessions
             */
            name: string;
            /**
             * Format: int32
             * @description Events that are not applied yet; counted up to 1000.
             * @example 0
             */
            lag_events: number;
            /**
             * Format: int64
             * @description Age of the oldest event that is not applied, in milliseconds.
             * @example 0
             */
            lag_ms: number;
            /**
             * @description Whether it stands still at an event that it cannot apply.
             * @example false
             */
            is_parked: boolean;
          }[]
        | null;
      /** @description The tenant's webhook deliveries that are not over. */
      deliveries: {
        /**
         * Format: int32
         * @description Deliveries that were not tried yet.
         * @example 0
         */
        pending: number;
        /**
         * Format: int32
         * @description Deliveries that wait for their next attempt.
         * @example 1
         */
        failed: number;
        /**
         * Format: int32
         * @description Pending and failed deliveries that are due now.
         * @example 0
         */
        due: number;
        /**
         * Format: int32
         * @description Deliveries that have used all their attempts.
         * @example 1
         */
        dead_lettered: number;
        /**
         * Format: int32
         * @description Those that used them all again, or stood for 30 days.
         * @example 0
         */
        exhausted: number;
      };
    };
    /** @description A person who can sign in to the dashboard of the tenant. */
    TeamMember: {
      /**
       * Format: uuid
       * @description The member; in the paths of its calls and in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      member_id: string;
      /**
       * @description The mail address that the member signs in with.
       * @example jana@clinic.example
       */
      email: string;
      /**
       * @description What the member is called; "" where none was given.
       * @example Jana Nová
       */
      name: string;
      /**
       * @description What the member may do.
       * @example developer
       */
      role: components['schemas']['Role'];
      /**
       * @description Whether the member can sign in: false while invited, and once deactivated.
       * @example true
       */
      is_active: boolean;
      /**
       * Format: date-time
       * @description When the invitation was accepted; null while nobody has. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      accepted_at: string | null;
      /**
       * Format: date-time
       * @description Until when the link of the invitation works; null for whoever has accepted it, or registered. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      invite_expires_at: string | null;
      /**
       * Format: date-time
       * @description When the member last signed in; null where that never happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_login_at: string | null;
      /**
       * Format: date-time
       * @description When the member was invited or registered. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
    };
    /** @description The rate limit of the tenant as a whole. */
    TenantRateLimit: {
      /**
       * Format: int32
       * @description The override that is set, in requests a minute; null where there is none.
       * @example 500
       */
      rate_limit_rpm: number | null;
      /**
       * Format: int32
       * @description What the tenant's new keys get at most, in requests a minute.
       * @example 500
       */
      limit: number;
      /**
       * @description What sets it.
       * @example override
       */
      source: components['schemas']['TenantRateLimitSource'];
    };
    /**
     * @description What sets the limit: the override, or the tier.
     * @example override
     * @enum {string}
     */
    TenantRateLimitSource: 'override' | 'tier';
    /** @description What the tenant has, in numbers. */
    TenantStats: {
      /**
       * Format: date-time
       * @description When it was counted. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      as_of: string;
      /** @description Sessions as they stand. */
      sessions: components['schemas']['SessionCounts'];
      /** @description The tokens of the tenant. */
      tokens: {
        /**
         * Format: int64
         * @description Tokens granted less tokens charged; below 0 only where overage is allowed.
         * @example 954
         */
        balance: number;
        /**
         * Format: int64
         * @description Tokens that were ever granted.
         * @example 1000
         */
        granted: number;
        /**
         * Format: int64
         * @description Tokens that were ever charged.
         * @example 46
         */
        charged: number;
      };
      /** @description Keys that are neither revoked nor expired, and how many of them are of which mode. */
      keys: {
        /**
         * Format: int32
         * @description Keys of both modes.
         * @example 2
         */
        active: number;
        /**
         * Format: int32
         * @description Keys that bill.
         * @example 1
         */
        live: number;
        /**
         * Format: int32
         * @description Keys that do not.
         * @example 1
         */
        test: number;
      };
      /** @description The team of the tenant. */
      members: {
        /**
         * Format: int32
         * @description Members who can sign in.
         * @example 2
         */
        active: number;
        /**
         * Format: int32
         * @description Members who have not accepted yet.
         * @example 0
         */
        invited: number;
        /**
         * Format: int32
         * @description Members who cannot sign in any more.
         * @example 0
         */
        deactivated: number;
      };
      /** @description Webhook deliveries: those that need attention, and the latest others. */
      deliveries: components['schemas']['DeliveryCounts'];
    };
    /** @description A place in the source text. */
    TextSpan: {
      /**
       * Format: int32
       * @description First character, counted in UTF-16 units from 0.
       * @example 0
       */
      start: number;
      /**
       * Format: int32
       * @description First character after it, counted in the same way.
       * @example 10
       */
      end: number;
      /**
       * @description These characters.
       * @example chest pain
       */
      text: string;
    };
    /** @description The tenant's tier, with what the price list says of it. */
    Tier: {
      /**
       * @description The tier that the tenant has now.
       * @example growth
       */
      tier: components['schemas']['TierName'];
      /**
       * Format: int32
       * @description US dollars a month.
       * @example 1300
       */
      price: number;
      /**
       * Format: int32
       * @description Tokens that the tier grants.
       * @example 50000
       */
      tokens_included: number;
      /**
       * Format: int32
       * @description Active sessions at a time.
       * @example 50
       */
      concurrency: number;
      /**
       * Format: int32
       * @description API keys at a time.
       * @example 10
       */
      max_keys: number;
      /**
       * Format: int32
       * @description Requests a minute that a new key gets unless told otherwise.
       * @example 60
       */
      rpm: number;
      /**
       * @description Availability that is promised, in percent of the time; null where none is.
       * @example 99.5%
       */
      sla: string | null;
      /**
       * Format: date-time
       * @description Since when the tenant has this tier. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      changed_at: string;
    };
    /**
     * @description Which tier of the price list a tenant has.
     * @example growth
     * @enum {string}
     */
    TierName: 'free_trial' | 'starter' | 'growth' | 'scale' | 'enterprise';
    /** @description An event of the session. */
    TimelineEntry: {
      /**
       * Format: int64
       * @description Place of its event in the session, from 0.
       * @example 7
       */
      revision: number;
      /**
       * Format: uuid
       * @description The event; also in the audit trail.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description What kind of event it is.
       * @example session-opened
       */
      type: string;
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
    };
    /** @description The triage level became more urgent. */
    TriageEscalatedEvent: {
      /**
       * Format: uuid
       * @description The event; the same over retries and replays: deduplicate on it.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      id: string;
      /**
       * @description What happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'triage.escalated';
      /**
       * Format: date-time
       * @description The same as occurred_at. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it happened; the same over retries and replays. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: int64
       * @description Revision of the session (of the tenant for balance.*): orders its events.
       * @example 12
       */
      sequence: number;
      /**
       * @description Version of the interface that the body follows.
       * @constant
       */
      api_version: 'v1';
      /**
       * Format: uuid
       * @description The tenant that it happened to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * @description Whether it tells of a test session, or only tries the receiver.
       * @example false
       */
      test: boolean;
      /** @description What it tells: ids, levels, counts and codes, never what a patient said. */
      data: components['schemas']['TriageEscalatedEventData'];
    };
    /** @description What triage.escalated tells. */
    TriageEscalatedEventData: {
      /**
       * Format: uuid
       * @description The session that it is about.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string;
      /**
       * @description The level before.
       * @example emergency
       */
      previous_triage_level: components['schemas']['TriageLevel'];
      /**
       * @description How urgently the patient needs care, by what is known now.
       * @example emergency
       */
      triage_level: components['schemas']['TriageLevel'];
    };
    /**
     * @description How urgently the patient needs care, from most to least urgent: call an ambulance now; go to an emergency department now; be seen by a clinician within 24 hours; make an ordinary appointment; manage at home.
     * @example emergency
     * @enum {string}
     */
    TriageLevel: 'emergency_ambulance' | 'emergency' | 'urgent' | 'routine' | 'self_care';
    /** @description What made the triage level. */
    TriageReason: {
      /**
       * @description What kind of thing decided.
       * @example rule
       */
      kind: components['schemas']['TriageReasonKind'];
      /**
       * @description Code of that rule, diagnosis or complaint; "" where the complaint was not recognised.
       * @example rf_acs_features
       */
      code: string;
      /**
       * @description Where this is published.
       * @example NICE NG185. Acute coronary syndromes (2020)
       */
      source: string;
    };
    /**
     * @description What decided: a rule for a red flag; the probability of a dangerous diagnosis; what the likely diagnoses call for; the complaint as such; or its criteria for care at home.
     * @example rule
     * @enum {string}
     */
    TriageReasonKind: 'rule' | 'risk' | 'condition' | 'complaint' | 'self_care';
    /** @description A sentence of which the built-in reader understood nothing. */
    UnreadSentence: {
      /** @description Where it stands. */
      span: components['schemas']['TextSpan'];
      /**
       * @description Codes of the findings that have the most words in common with it: they are asked for, and not believed.
       * @example [
       *       "has_chest_pain"
       *     ]
       */
      suggests: string[];
    };
    /** @description What to change; what is left out or null stays. */
    UpdateApiKey: {
      /**
       * @description What the key is called; only for people.
       * @example Ward 4
       */
      name?: string | null;
      /** @description What the key may do; the caller must hold each of them. */
      scopes?: components['schemas']['Scope'][] | null;
      /**
       * Format: int32
       * @description Requests a minute that the key may send.
       * @example 60
       */
      rate_limit_rpm?: number | null;
    };
    /** @description What an upstream extractor said of a finding. */
    UpstreamFinding: {
      /**
       * @description Code of the finding in the catalogue (GET /v1/concepts).
       * @example has_chest_pain
       */
      finding: string;
      /**
       * @description Whether the patient has it.
       * @example present
       */
      status: components['schemas']['EvidenceStatus'];
      /**
       * @description What was measured, in the unit that the catalogue gives for the finding, or the code of what was chosen; left out for a finding that is only present or absent.
       * @example 38.5
       */
      value?: number | string;
      /**
       * @description How sure the source is, from 0 to 1; 1 for fields sent without a confidence.
       * @example 0.95
       */
      confidence: number;
    };
    /** @description Calls and tokens by day and action. */
    Usage: {
      /**
       * Format: uuid
       * @description The tenant that was charged.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      tenant_id: string;
      /**
       * Format: int64
       * @description Tokens left; below 0 only where overage is allowed.
       * @example 954
       */
      balance: number;
      /**
       * Format: int64
       * @description Tokens charged since the tenant was made.
       * @example 46
       */
      lifetime_used: number;
      /**
       * Format: date-time
       * @description Where the period begins. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      period_start: string;
      /**
       * Format: date-time
       * @description Where the period ends: now. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      period_end: string;
      /** @description One for each day and action that had calls, newest day first. */
      records: {
        /**
         * Format: date
         * @description The day (UTC) of the calls.
         * @example 2026-03-02
         */
        date: string;
        /**
         * @description session.create, session.route or session.answer.
         * @example session.answer
         */
        action: string;
        /**
         * Format: int64
         * @description Tokens that these calls were charged together.
         * @example 40
         */
        tokens_charged: number;
        /**
         * Format: int64
         * @description Calls, free ones as well.
         * @example 5
         */
        count: number;
      }[];
    };
    /** @description One call, with what it was charged. */
    UsageDetail: {
      /**
       * Format: uuid
       * @description The record of this charge.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      record_id: string;
      /**
       * Format: uuid
       * @description The session that the call was about; null where it was about none.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      session_id: string | null;
      /**
       * @description session.create, session.route or session.answer.
       * @example session.answer
       */
      action: string;
      /**
       * Format: int32
       * @description Tokens that the call was charged; 0 for a free one.
       * @example 8
       */
      tokens_charged: number;
      /**
       * @description The X-Request-ID of the call.
       * @example 0198c0de-0000-7000-8000-000000000070
       */
      request_id: string;
      /**
       * Format: date-time
       * @description When the call was made. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
    };
    /**
     * @description By what: route and key leave the width of the buckets to the range, hour and day set it; key adds `api_keys`.
     * @example route
     * @enum {string}
     */
    UsageGroup: 'route' | 'day' | 'hour' | 'key';
    /**
     * @description How far back: hours (h) or days (d), up to now.
     * @example 24h
     * @enum {string}
     */
    UsageRange: '1h' | '24h' | '7d' | '30d';
    /** @description Requests, errors, latency and tokens of a range. */
    UsageSummary: {
      /**
       * @description How far back it reaches.
       * @example 24h
       */
      range: components['schemas']['UsageRange'];
      /**
       * @description By what it was asked for.
       * @example route
       */
      group_by: components['schemas']['UsageGroup'];
      /** @description Of the whole range. */
      totals: {
        /**
         * Format: int32
         * @description Calls that were answered.
         * @example 6
         */
        requests: number;
        /**
         * Format: int32
         * @description Answers of 400 and above.
         * @example 1
         */
        errors: number;
        /**
         * Format: int64
         * @description Tokens that these calls were charged.
         * @example 41
         */
        tokens_charged: number;
      };
      /** @description By route, the most called first. */
      routes: {
        /**
         * @description Method and path template.
         * @example POST /v1/sessions/{session_id}/answer
         */
        route: string;
        /**
         * Format: int32
         * @description Calls that were answered.
         * @example 6
         */
        requests: number;
        /**
         * Format: int32
         * @description Answers of 400 and above.
         * @example 1
         */
        errors: number;
        /**
         * Format: int64
         * @description Tokens that these calls were charged.
         * @example 41
         */
        tokens_charged: number;
        /**
         * @description 50 percent of the calls took no longer, in milliseconds; null where no call was measured.
         * @example 24
         */
        p50_ms: number | null;
        /**
         * @description 95 percent of the calls took no longer, in milliseconds; null where no call was measured.
         * @example 31.8
         */
        p95_ms: number | null;
        /**
         * @description 99 percent of the calls took no longer, in milliseconds; null where no call was measured.
         * @example 32
         */
        p99_ms: number | null;
      }[];
      /** @description By API key, the most calling first; null unless group_by is key. */
      api_keys:
        | {
            /**
             * Format: uuid
             * @description The API key; null for members in the dashboard.
             * @example 0198c0de-0000-7000-8000-000000000030
             */
            key_id: string | null;
            /**
             * @description How the key begins; null for members.
             * @example svc_live_Exam
             */
            key_prefix: string | null;
            /**
             * Format: int32
             * @description Calls that were answered.
             * @example 6
             */
            requests: number;
            /**
             * Format: int32
             * @description Answers of 400 and above.
             * @example 1
             */
            errors: number;
            /**
             * Format: int64
             * @description Tokens that these calls were charged.
             * @example 41
             */
            tokens_charged: number;
            /**
             * @description 50 percent of the calls took no longer, in milliseconds; null where no call was measured.
             * @example 24
             */
            p50_ms: number | null;
            /**
             * @description 95 percent of the calls took no longer, in milliseconds; null where no call was measured.
             * @example 31.8
             */
            p95_ms: number | null;
            /**
             * @description 99 percent of the calls took no longer, in milliseconds; null where no call was measured.
             * @example 32
             */
            p99_ms: number | null;
          }[]
        | null;
      /** @description Over time, oldest first. */
      buckets: {
        /**
         * Format: date-time
         * @description Where the bucket begins. ISO 8601, UTC.
         * @example 2026-03-02T08:30:00.000Z
         */
        start: string;
        /**
         * Format: int32
         * @description Calls that were answered.
         * @example 6
         */
        requests: number;
        /**
         * Format: int32
         * @description Answers of 400 and above.
         * @example 1
         */
        errors: number;
        /**
         * Format: int64
         * @description Tokens that these calls were charged.
         * @example 41
         */
        tokens_charged: number;
      }[];
      /** @description The balance at the beginning of each bucket, and now. */
      balance_series: {
        /**
         * Format: date-time
         * @description When the balance was so. ISO 8601, UTC.
         * @example 2026-03-02T08:30:00.000Z
         */
        at: string;
        /**
         * Format: int64
         * @description Tokens left; below 0 only where overage is allowed.
         * @example 954
         */
        balance: number;
      }[];
    };
    /** @description The code of the mail. */
    VerifyCode: {
      /**
       * Format: uuid
       * @description The `challenge_id` that signing in or registering answered.
       * @example 0198c0de-0000-7000-8000-000000000001
       */
      challenge_id: string;
      /**
       * @description The six digits of the mail.
       * @example 042137
       */
      code: string;
    };
    /** @description One attempt at a delivery. */
    WebhookAttempt: {
      /**
       * Format: date-time
       * @description When it was sent. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      at: string;
      /**
       * Format: int32
       * @description HTTP status of the answer; null where none came.
       * @example 204
       */
      status_code: number | null;
      /**
       * Format: int32
       * @description How long the receiver took, in milliseconds.
       * @example 48
       */
      latency_ms: number;
      /**
       * @description Class of the failure; null for a 2xx.
       * @example http_server_error
       */
      error: string | null;
      /**
       * @description The first 2 KB of the answer; null where it was empty, or once it is erased.
       * @example Service Unavailable
       */
      response_excerpt: string | null;
      /** @description Headers of the request as it was sent, its signatures among them; null where none was sent, once what it tells of is erased, and for attempts from before they were kept. */
      request_headers: components['schemas']['WebhookRequestHeaders'] | null;
    };
    /** @description What became of one event for one subscription. */
    WebhookDelivery: {
      /**
       * Format: uuid
       * @description The delivery (one event to one subscription); the same over retries and replays.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      delivery_id: string;
      /**
       * Format: uuid
       * @description The subscription that it goes to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      subscription_id: string;
      /**
       * Format: uuid
       * @description `id` of the body; the same for every subscription.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description `type` of the body.
       * @example assessment.completed
       */
      event_type: components['schemas']['WebhookEventName'];
      /**
       * @description What became of it so far.
       * @example delivered
       */
      status: components['schemas']['DeliveryStatus'];
      /**
       * Format: int32
       * @description Attempts so far, those before a replay included.
       * @example 1
       */
      attempts: number;
      /**
       * Format: date-time
       * @description When the next attempt is due; null where none is planned. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      next_retry_at: string | null;
      /**
       * Format: int32
       * @description HTTP status that answered the last attempt; null where no answer came, or before the first attempt.
       * @example 204
       */
      last_status_code: number | null;
      /**
       * @description Class of the last failure; null where the last attempt got through, or before the first.
       * @example http_server_error
       */
      last_error: string | null;
      /**
       * Format: date-time
       * @description When the delivery was made, right after the event. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the receiver answered with 2xx; null until then. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      delivered_at: string | null;
      /**
       * Format: date-time
       * @description When it was marked as dealt with: nothing more is done about it. Null until then. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      resolved_at: string | null;
      /**
       * @description Why it was marked as dealt with; null where it was not.
       * @example Fetched through the API instead.
       */
      resolution_reason: string | null;
    };
    /** @description A delivery with its body and its attempts. */
    WebhookDeliveryDetail: {
      /**
       * Format: uuid
       * @description The delivery (one event to one subscription); the same over retries and replays.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      delivery_id: string;
      /**
       * Format: uuid
       * @description The subscription that it goes to.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      subscription_id: string;
      /**
       * Format: uuid
       * @description `id` of the body; the same for every subscription.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      event_id: string;
      /**
       * @description `type` of the body.
       * @example assessment.completed
       */
      event_type: components['schemas']['WebhookEventName'];
      /**
       * @description What became of it so far.
       * @example delivered
       */
      status: components['schemas']['DeliveryStatus'];
      /**
       * Format: int32
       * @description Attempts so far, those before a replay included.
       * @example 1
       */
      attempts: number;
      /**
       * Format: date-time
       * @description When the next attempt is due; null where none is planned. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      next_retry_at: string | null;
      /**
       * Format: int32
       * @description HTTP status that answered the last attempt; null where no answer came, or before the first attempt.
       * @example 204
       */
      last_status_code: number | null;
      /**
       * @description Class of the last failure; null where the last attempt got through, or before the first.
       * @example http_server_error
       */
      last_error: string | null;
      /**
       * Format: date-time
       * @description When the delivery was made, right after the event. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the receiver answered with 2xx; null until then. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      delivered_at: string | null;
      /**
       * Format: date-time
       * @description When it was marked as dealt with: nothing more is done about it. Null until then. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      resolved_at: string | null;
      /**
       * @description Why it was marked as dealt with; null where it was not.
       * @example Fetched through the API instead.
       */
      resolution_reason: string | null;
      /**
       * @description The body as it was sent; null once what it tells of is erased.
       * @example {
       *       "type": "assessment.completed",
       *       "api_version": "v1"
       *     }
       */
      payload: {
        [key: string]: unknown;
      } | null;
      /** @description The attempts, oldest first; the latest 100 are kept. */
      attempt_log: components['schemas']['WebhookAttempt'][];
    };
    /** @description A page of deliveries. */
    WebhookDeliveryPage: {
      /** @description The deliveries of the page, newest first. */
      data: components['schemas']['WebhookDelivery'][];
      /**
       * Format: int64
       * @description Which page this is, from 1.
       * @example 1
       */
      page: number;
      /**
       * Format: int32
       * @description How many entries a page holds at most.
       * @example 50
       */
      per_page: number;
      /**
       * Format: int32
       * @description Entries that match, on all pages.
       * @example 1
       */
      total: number;
    };
    /**
     * @description Something that webhooks tell of.
     * @example assessment.completed
     * @enum {string}
     */
    WebhookEventName:
      | 'session.created'
      | 'session.answered'
      | 'session.finalized'
      | 'assessment.completed'
      | 'red_flag.detected'
      | 'triage.escalated'
      | 'session.timeout'
      | 'balance.low_20'
      | 'balance.low_10'
      | 'balance.depleted';
    /** @description How many deliveries failed and are not resolved. */
    WebhookFailuresSummary: {
      /**
       * Format: int32
       * @description Deliveries that wait for their next attempt.
       * @example 1
       */
      failed: number;
      /**
       * Format: int32
       * @description Deliveries that have used all their attempts.
       * @example 1
       */
      'dead-lettered': number;
      /**
       * Format: int32
       * @description Those that used them all again, or stood for 30 days.
       * @example 0
       */
      exhausted: number;
      /**
       * Format: int32
       * @description Of the three together.
       * @example 2
       */
      total: number;
      /**
       * Format: int32
       * @description Dead letters that stand: dead-lettered and not resolved.
       * @example 1
       */
      dlq_length: number;
    };
    /** @description How the deliveries of an endpoint went, day by day. */
    WebhookHealth: {
      /**
       * Format: uuid
       * @description The subscription whose endpoint it is.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      subscription_id: string;
      /**
       * Format: int32
       * @description Those that arrived.
       * @example 40
       */
      delivered: number;
      /**
       * Format: int32
       * @description Those that failed so far: to be tried again, or given up.
       * @example 1
       */
      failed: number;
      /**
       * Format: int32
       * @description Those that were not tried yet.
       * @example 0
       */
      pending: number;
      /**
       * Format: date-time
       * @description When the newest of the deliveries arrived that did; null where none of the period did. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      last_delivered_at: string | null;
      /** @description Each day of the period, oldest first; the counts above are their sums. */
      days: {
        /**
         * Format: date
         * @description The day (UTC) on which the deliveries were made.
         * @example 2026-03-02
         */
        day: string;
        /**
         * Format: int32
         * @description Those that arrived.
         * @example 40
         */
        delivered: number;
        /**
         * Format: int32
         * @description Those that failed so far: to be tried again, or given up.
         * @example 1
         */
        failed: number;
        /**
         * Format: int32
         * @description Those that were not tried yet.
         * @example 0
         */
        pending: number;
      }[];
    };
    /**
     * @description Headers of a delivery by name, with its signatures.
     * @example {
     *       "X-Svc-Timestamp": "1772440470",
     *       "X-Svc-Signature-256": "b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9"
     *     }
     */
    WebhookRequestHeaders: {
      [key: string]: string;
    };
    /** @description Which events are sent to which URL, without the signing secret. */
    WebhookSubscription: {
      /**
       * Format: uuid
       * @description The subscription; in the paths of its calls.
       * @example 0198c0de-0000-7000-8000-000000000030
       */
      subscription_id: string;
      /**
       * @description Where its events are sent.
       * @example https://clinic.example/hooks/triage
       */
      url: string;
      /** @description The events that are sent. */
      events: components['schemas']['WebhookEventName'][];
      /**
       * @description Whether events are sent; false once it was switched off.
       * @example true
       */
      is_active: boolean;
      /**
       * @description Why it was switched off: `gone` (the receiver answered 410), `failing` (no delivery got through for 5 days) or `requested` (a caller did); null while it is active. A test delivery that is answered with 2xx switches it on again, unless a caller switched it off.
       * @example failing
       */
      disabled_reason: string | null;
      /**
       * Format: date-time
       * @description When the subscription was made. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When its secret was last exchanged for a new one; null where it never was. ISO 8601, UTC.
       * @example 2026-03-02T08:30:00.000Z
       */
      secret_rotated_at: string | null;
    };
    /** @description The request that the receiver was sent. */
    WebhookTestRequest: {
      /**
       * @description Headers, its signatures among them.
       * @example {
       *       "X-Svc-Timestamp": "1772440470",
       *       "X-Svc-Signature-256": "b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9"
       *     }
       */
      headers: components['schemas']['WebhookRequestHeaders'];
      /**
       * @description The exact text that was sent and signed.
       * @example {"type":"assessment.completed"}
       */
      body: string;
    };
    /** @description How the receiver answered the test. */
    WebhookTestResult: {
      /**
       * Format: int32
       * @description HTTP status of the answer; null where none came.
       * @example 204
       */
      status_code: number | null;
      /**
       * Format: int32
       * @description How long the receiver took, in milliseconds.
       * @example 48
       */
      latency_ms: number;
      /**
       * @description Class of the failure; null for a 2xx.
       * @example timeout
       */
      error: string | null;
      /** @description What was sent, to be verified as the receiver does; null where the address is not allowed. */
      request: components['schemas']['WebhookTestRequest'] | null;
    };
    /** @description Why a question is asked now. */
    WhyAsked: {
      /**
       * @description The kind of reason.
       * @example safety_net
       */
      code: components['schemas']['QuestionReason'];
      /**
       * @description The reason in English.
       * @example It belongs to the dangers that are ruled out first for this complaint.
       */
      text: string;
      /**
       * @description The same in Czech.
       * @example Patří k nebezpečím, která se u těchto obtíží vylučují jako první.
       */
      text_cs: string;
    };
  };
  responses: {
    /** @description The request is malformed below the level of its schema. Code: `bad_request`. */
    BadRequest: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description No valid credential. Code: `unauthorized`. */
    Unauthorized: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description The token balance does not cover this call. Code: `payment_required`. */
    PaymentRequired: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description The credential lacks the scope or role. Code: `forbidden`. */
    Forbidden: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description The resource does not exist or was deleted. Code: `not_found`. */
    NotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description The request body did not arrive in time. Code: `request_timeout`. */
    RequestTimeout: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description The call contradicts the state of the resource. Code: `conflict`. */
    Conflict: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        /**
         * @description Seconds to wait, where another call that is still running stands in the way.
         * @example 5
         */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description This endpoint, or this form of it, was removed; the Link header names its successor. Code: `gone`. */
    Gone: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        Link: components['headers']['Link'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description The body is over the size limit. Code: `payload_too_large` or `request_too_large`. */
    TooLarge: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description The Content-Type is not application/json. Code: `unsupported_media_type`. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description Fields of the request break their rules; `field_errors` names each. Code: `validation_error`. */
    ValidationError: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description The limit is used up. Code: `rate_limited`. */
    RateLimited: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Retry-After': components['headers']['Retry-After'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description An unexpected fault of the service. Code: `internal_server_error`. */
    InternalServerError: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        /**
         * @description Requests that the rolling minute allows. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 60
         */
        'X-RateLimit-Limit'?: number;
        /**
         * @description Requests left in the rolling minute. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 57
         */
        'X-RateLimit-Remaining'?: number;
        /**
         * @description Unix time in seconds at which the oldest call of the window leaves it. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 1772440470
         */
        'X-RateLimit-Reset'?: number;
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description Not available, or switched off for this tenant. Code: `not_implemented`. */
    NotImplemented: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        /**
         * @description Requests that the rolling minute allows. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 60
         */
        'X-RateLimit-Limit'?: number;
        /**
         * @description Requests left in the rolling minute. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 57
         */
        'X-RateLimit-Remaining'?: number;
        /**
         * @description Unix time in seconds at which the oldest call of the window leaves it. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 1772440470
         */
        'X-RateLimit-Reset'?: number;
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description A dependency answered unexpectedly. Code: `bad_gateway`. */
    BadGateway: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        /**
         * @description Requests that the rolling minute allows. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 60
         */
        'X-RateLimit-Limit'?: number;
        /**
         * @description Requests left in the rolling minute. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 57
         */
        'X-RateLimit-Remaining'?: number;
        /**
         * @description Unix time in seconds at which the oldest call of the window leaves it. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 1772440470
         */
        'X-RateLimit-Reset'?: number;
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description A dependency cannot be reached. Code: `service_unavailable`. */
    ServiceUnavailable: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Retry-After': components['headers']['Retry-After'];
        /**
         * @description Requests that the rolling minute allows. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 60
         */
        'X-RateLimit-Limit'?: number;
        /**
         * @description Requests left in the rolling minute. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 57
         */
        'X-RateLimit-Remaining'?: number;
        /**
         * @description Unix time in seconds at which the oldest call of the window leaves it. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 1772440470
         */
        'X-RateLimit-Reset'?: number;
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description A dependency did not answer in time. Code: `gateway_timeout`. */
    GatewayTimeout: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        /**
         * @description Requests that the rolling minute allows. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 60
         */
        'X-RateLimit-Limit'?: number;
        /**
         * @description Requests left in the rolling minute. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 57
         */
        'X-RateLimit-Remaining'?: number;
        /**
         * @description Unix time in seconds at which the oldest call of the window leaves it. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
         * @example 1772440470
         */
        'X-RateLimit-Reset'?: number;
        /**
         * @description Of operations that have a price: always 0, an error costs nothing.
         * @example 0
         */
        'X-Svc-Tokens-Charged'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description Any other failure. The service itself answers with the statuses above, and with 405 for a method that the path does not have (the header Allow lists those that it has). A proxy or a load balancer in front of it may answer with a status of its own, and then the body need not have this form. */
    OtherError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
  };
  parameters: {
    /**
     * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
     * @example 0198c0de-0000-7000-8000-000000000070
     */
    RequestId: string;
    /**
     * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
     * @example ExampleExampleExampleExampleExampleExample0
     */
    CsrfToken: string;
    /**
     * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
     * @example nurse-17
     */
    OnBehalfOf: string;
    /**
     * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
     * @example test
     */
    Mode: 'test' | 'live';
    /**
     * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
     * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
     */
    IdempotencyKey: string;
    /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
    'X-Svc-Signature-256': string;
    /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
    'X-Svc-Signature-256-Previous': string;
    /** @description Unix time of this attempt in seconds; part of what is signed. */
    'X-Svc-Timestamp': string;
    /** @description Name of the event: `type` of the body. */
    'X-Svc-Event': components['schemas']['WebhookEventName'];
    /** @description Id of the event: `id` of the body, the same over retries and replays. */
    'X-Svc-Event-Id': string;
    /** @description Id of this delivery, the same over retries and replays. */
    'X-Svc-Delivery-Id': string;
    /** @description Number of this attempt at the delivery, from 1. */
    'X-Svc-Attempt': string;
    /** @description Standard Webhooks: id of the event. */
    'webhook-id': string;
    /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
    'webhook-timestamp': string;
    /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
    'webhook-signature': string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description The id of this call: the one sent, else a generated one.
     * @example 0198c0de-0000-7000-8000-000000000070
     */
    'X-Request-ID': string;
    /**
     * @description Whether the answer may be kept: `no-store`, except for what is the same for everybody.
     * @example no-store
     */
    'Cache-Control': string;
    /** @description Always `nosniff`: the media type is the one that Content-Type names. */
    'X-Content-Type-Options': 'nosniff';
    /**
     * @description Requests that the rolling minute allows. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
     * @example 60
     */
    'X-RateLimit-Limit': number;
    /**
     * @description Requests left in the rolling minute. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
     * @example 57
     */
    'X-RateLimit-Remaining': number;
    /**
     * @description Unix time in seconds at which the oldest call of the window leaves it. On every answer but those of probes, and those with 500 to 504 where the call could not be counted.
     * @example 1772440470
     */
    'X-RateLimit-Reset': number;
    /**
     * @description How to authenticate: `Bearer`.
     * @example Bearer
     */
    'WWW-Authenticate': string;
    /**
     * @description What to call instead: `<path>; rel="successor-version"`.
     * @example </v1/admin/team/invite>; rel="successor-version"
     */
    Link: string;
    /**
     * @description Seconds to wait before the next try.
     * @example 12
     */
    'Retry-After': number;
    /**
     * @description Tokens that this call was charged.
     * @example 8
     */
    'X-Svc-Tokens-Charged': number;
    /** @description true where this is the stored answer to an earlier call with the same Idempotency-Key. */
    'Idempotency-Replayed': 'true';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listSessions: {
    parameters: {
      query?: {
        /**
         * @description Only active, or only finalized sessions.
         * @example active
         */
        status?: components['schemas']['SessionStatus'];
        /**
         * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
         * @example CARDIO-2041
         */
        patient_id?: string;
        /**
         * @description Code of a complaint, or exactly its text, without regard to case and outer blanks.
         * @example chest_pain
         */
        chief_complaint?: string;
        /** @description Only sessions of these triage levels, separated by commas. */
        triage_level?: components['schemas']['TriageLevel'][];
        /**
         * @description any: only sessions in which at least one red flag was raised.
         * @example any
         */
        red_flags?: 'any';
        /**
         * @description Opened on this day (UTC) or later.
         * @example 2026-01-31
         */
        date_from?: string;
        /**
         * @description Opened on this day (UTC) or earlier.
         * @example 2026-01-31
         */
        date_to?: string;
        /**
         * @description How many entries a page holds at most.
         * @example 50
         */
        limit?: number;
        /**
         * @description How many entries to pass over: those of the pages before.
         * @example 0
         */
        offset?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1,
           *       "limit": 50,
           *       "offset": 0,
           *       "data": [
           *         {
           *           "session_id": "0198c0de-0000-7000-8000-000000000030",
           *           "status": "finalized",
           *           "chief_complaint": "chest pain since this morning",
           *           "patient_id": "CARDIO-2041",
           *           "triage_level": "emergency_ambulance",
           *           "primary_diagnosis": "Stable angina",
           *           "primary_diagnosis_cs": "Stabilní angina pectoris",
           *           "primary_diagnosis_icd": "I20.8",
           *           "questions_asked": 5,
           *           "test": false,
           *           "created_at": "2026-03-02T08:30:00.000Z",
           *           "completed_at": "2026-03-02T08:34:30.000Z",
           *           "red_flags": [
           *             "rf_acs_features",
           *             "rf_chest_pain_breathless"
           *           ],
           *           "held": false
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SessionList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  createSession: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "chief_complaint": "chest pain since this morning",
         *       "age": 54,
         *       "sex": "male",
         *       "patient_id": "CARDIO-2041"
         *     }
         */
        'application/json': components['schemas']['CreateSession'];
      };
    };
    responses: {
      /** @description The session is open. */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Svc-Tokens-Charged': components['headers']['X-Svc-Tokens-Charged'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "status": "active",
           *       "questions_asked": 0,
           *       "is_complete": false,
           *       "triage_level": "emergency",
           *       "active_branches": [
           *         "chest_pain"
           *       ],
           *       "red_flags": [],
           *       "current_question": {
           *         "question_id": "has_dyspnoea",
           *         "text": "Are you short of breath?",
           *         "text_cs": "Jste dušní, špatně se vám dýchá?",
           *         "answer_type": "boolean",
           *         "choices": [],
           *         "unit": null,
           *         "reason": {
           *           "code": "safety_net",
           *           "text": "It belongs to the dangers that are ruled out first for this complaint.",
           *           "text_cs": "Patří k nebezpečím, která se u těchto obtíží vylučují jako první."
           *         },
           *         "targets": [
           *           "has_dyspnoea"
           *         ],
           *         "is_red_flag": true,
           *         "is_reask": false
           *       },
           *       "created_at": "2026-03-02T08:30:00.000Z",
           *       "chief_complaint": "chest pain since this morning",
           *       "patient_id": "CARDIO-2041",
           *       "test": false,
           *       "unrecognised": [],
           *       "meta": {
           *         "tokens_charged": 1,
           *         "processing_time_ms": 31
           *       }
           *     }
           */
          'application/json': components['schemas']['CreatedSession'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['PaymentRequired'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      502: components['responses']['BadGateway'];
      503: components['responses']['ServiceUnavailable'];
      504: components['responses']['GatewayTimeout'];
      default: components['responses']['OtherError'];
    };
  };
  routeText: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "My chest hurts when I climb the stairs. It started two hours ago."
         *     }
         */
        'application/json': components['schemas']['RouteText'];
      };
    };
    responses: {
      /** @description The text was read and merged. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Svc-Tokens-Charged': components['headers']['X-Svc-Tokens-Charged'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "chief_complaint": "chest_pain",
           *       "confidence": 0.9,
           *       "secondary_cc": null,
           *       "diagnosis_hints": [
           *         {
           *           "code": "stable_angina",
           *           "diagnosis": "Stable angina",
           *           "diagnosis_cs": "Stabilní angina pectoris",
           *           "icd": "I20.8",
           *           "probability": 0.2543
           *         },
           *         {
           *           "code": "chest_wall_pain",
           *           "diagnosis": "Costochondritis (musculoskeletal chest pain)",
           *           "diagnosis_cs": "Kostochondritida (bolest hrudní stěny)",
           *           "icd": "M94.0",
           *           "probability": 0.1365
           *         },
           *         {
           *           "code": "acute_myocardial_infarction",
           *           "diagnosis": "Acute myocardial infarction",
           *           "diagnosis_cs": "Akutní infarkt myokardu",
           *           "icd": "I21.9",
           *           "probability": 0.1357
           *         }
           *       ],
           *       "initial_fields": {
           *         "has_chest_pain": true,
           *         "chest_pain_on_exertion": true,
           *         "duration_hours": 2
           *       },
           *       "flags": [],
           *       "current_question": {
           *         "question_id": "cold_sweat",
           *         "text": "Have you broken out in a cold sweat?",
           *         "text_cs": "Polil vás studený pot?",
           *         "answer_type": "boolean",
           *         "choices": [],
           *         "unit": null,
           *         "reason": {
           *           "code": "safety_net",
           *           "text": "It belongs to the dangers that are ruled out first for this complaint.",
           *           "text_cs": "Patří k nebezpečím, která se u těchto obtíží vylučují jako první."
           *         },
           *         "targets": [
           *           "cold_sweat"
           *         ],
           *         "is_red_flag": true,
           *         "is_reask": false
           *       },
           *       "meta": {
           *         "tokens_charged": 5,
           *         "processing_time_ms": 24
           *       }
           *     }
           */
          'application/json': components['schemas']['RoutedText'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['PaymentRequired'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      502: components['responses']['BadGateway'];
      503: components['responses']['ServiceUnavailable'];
      504: components['responses']['GatewayTimeout'];
      default: components['responses']['OtherError'];
    };
  };
  answerQuestion: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "question_id": "radiates_left_arm",
         *       "raw_text": "Yes, into my left arm."
         *     }
         */
        'application/json': components['schemas']['AnswerQuestion'];
      };
    };
    responses: {
      /** @description The answer is recorded. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Svc-Tokens-Charged': components['headers']['X-Svc-Tokens-Charged'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "status": "active",
           *       "questions_asked": 5,
           *       "is_complete": true,
           *       "triage_level": "emergency_ambulance",
           *       "active_branches": [
           *         "chest_pain"
           *       ],
           *       "red_flags": [
           *         "rf_acs_features",
           *         "rf_chest_pain_breathless"
           *       ],
           *       "current_question": null,
           *       "created_at": "2026-03-02T08:30:00.000Z",
           *       "extracted_fields": {
           *         "radiates_left_arm": true
           *       },
           *       "extracted_flags": [],
           *       "field_confidences": {
           *         "radiates_left_arm": 0.97
           *       },
           *       "evidence": [
           *         {
           *           "finding": "radiates_left_arm",
           *           "status": "present",
           *           "confidence": 0.97,
           *           "source": "text",
           *           "span": {
           *             "start": 0,
           *             "end": 3,
           *             "text": "Yes"
           *           }
           *         }
           *       ],
           *       "new_red_flags": [
           *         "rf_acs_features"
           *       ],
           *       "unrecognised": [],
           *       "stop_reason": "emergency",
           *       "meta": {
           *         "tokens_charged": 8,
           *         "processing_time_ms": 24
           *       }
           *     }
           */
          'application/json': components['schemas']['AnsweredQuestion'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['PaymentRequired'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      502: components['responses']['BadGateway'];
      503: components['responses']['ServiceUnavailable'];
      504: components['responses']['GatewayTimeout'];
      default: components['responses']['OtherError'];
    };
  };
  finalizeSession: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session is finalized. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Svc-Tokens-Charged': components['headers']['X-Svc-Tokens-Charged'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "triage_level": "emergency_ambulance",
           *       "differentials": [
           *         {
           *           "code": "stable_angina",
           *           "diagnosis": "Stable angina",
           *           "diagnosis_cs": "Stabilní angina pectoris",
           *           "icd": "I20.8",
           *           "probability": 0.3783,
           *           "rank": 1
           *         },
           *         {
           *           "code": "acute_myocardial_infarction",
           *           "diagnosis": "Acute myocardial infarction",
           *           "diagnosis_cs": "Akutní infarkt myokardu",
           *           "icd": "I21.9",
           *           "probability": 0.2127,
           *           "rank": 2
           *         },
           *         {
           *           "code": "unstable_angina",
           *           "diagnosis": "Unstable angina",
           *           "diagnosis_cs": "Nestabilní angina pectoris",
           *           "icd": "I20.0",
           *           "probability": 0.1445,
           *           "rank": 3
           *         }
           *       ],
           *       "red_flags": [
           *         {
           *           "flag": "rf_acs_features",
           *           "description": "Chest pain with two or more features of a heart attack, age 35 or over",
           *           "description_cs": "Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let"
           *         },
           *         {
           *           "flag": "rf_chest_pain_breathless",
           *           "description": "Chest pain with breathlessness, age 40 or over",
           *           "description_cs": "Bolest na hrudi s dušností, věk od 40 let"
           *         }
           *       ],
           *       "primary_diagnosis": "Stable angina",
           *       "primary_diagnosis_icd": "I20.8",
           *       "primary_probability": 0.3783,
           *       "questions_asked": 5,
           *       "meta": {
           *         "tokens_charged": 0,
           *         "processing_time_ms": 24
           *       },
           *       "status": "finalized",
           *       "finalized_at": "2026-03-02T08:34:30.000Z",
           *       "summary": {
           *         "presenting_complaint": "Chest pain (\"chest pain since this morning\")",
           *         "presenting_complaint_cs": "Bolest na hrudi („chest pain since this morning“)",
           *         "history": [
           *           "Symptoms for less than 24 hours",
           *           "Duration of symptoms: 2 hours"
           *         ],
           *         "pertinent_positives": [
           *           "Chest pain",
           *           "Chest pain brought on by exertion",
           *           "Dyspnoea",
           *           "Pressing or crushing chest pain",
           *           "Pain radiating to the left arm or shoulder"
           *         ],
           *         "pertinent_negatives": [
           *           "Cold sweat",
           *           "Loss of consciousness"
           *         ],
           *         "red_flags": [
           *           {
           *             "flag": "rf_acs_features",
           *             "description": "Chest pain with two or more features of a heart attack, age 35 or over",
           *             "description_cs": "Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let"
           *           },
           *           {
           *             "flag": "rf_chest_pain_breathless",
           *             "description": "Chest pain with breathlessness, age 40 or over",
           *             "description_cs": "Bolest na hrudi s dušností, věk od 40 let"
           *           }
           *         ],
           *         "differentials": [
           *           {
           *             "code": "stable_angina",
           *             "diagnosis": "Stable angina",
           *             "diagnosis_cs": "Stabilní angina pectoris",
           *             "icd": "I20.8",
           *             "probability": 0.3783,
           *             "rank": 1,
           *             "evidence_for": [
           *               {
           *                 "finding": "chest_pain_on_exertion",
           *                 "label": "Chest pain brought on by exertion",
           *                 "label_cs": "Bolest na hrudi při námaze",
           *                 "weight": 1.107
           *               },
           *               {
           *                 "finding": "hypertension",
           *                 "label": "Known hypertension",
           *                 "label_cs": "Arteriální hypertenze v anamnéze",
           *                 "weight": 0.56
           *               },
           *               {
           *                 "finding": "has_dyspnoea",
           *                 "label": "Dyspnoea",
           *                 "label_cs": "Dušnost",
           *                 "weight": 0.542
           *               }
           *             ],
           *             "evidence_against": [
           *               {
           *                 "finding": "lasts_over_3_weeks",
           *                 "label": "Not present: Symptoms for three weeks or more",
           *                 "label_cs": "Není přítomno: Obtíže trvající tři týdny a déle",
           *                 "weight": -0.566
           *               }
           *             ]
           *           },
           *           {
           *             "code": "acute_myocardial_infarction",
           *             "diagnosis": "Acute myocardial infarction",
           *             "diagnosis_cs": "Akutní infarkt myokardu",
           *             "icd": "I21.9",
           *             "probability": 0.2127,
           *             "rank": 2,
           *             "evidence_for": [
           *               {
           *                 "finding": "has_dyspnoea",
           *                 "label": "Dyspnoea",
           *                 "label_cs": "Dušnost",
           *                 "weight": 0.683
           *               },
           *               {
           *                 "finding": "radiates_left_arm",
           *                 "label": "Pain radiating to the left arm or shoulder",
           *                 "label_cs": "Vystřelování do levé paže nebo ramene",
           *                 "weight": 0.658
           *               },
           *               {
           *                 "finding": "lasts_under_24h",
           *                 "label": "Symptoms for less than 24 hours",
           *                 "label_cs": "Obtíže trvající méně než 24 hodin",
           *                 "weight": 0.615
           *               }
           *             ],
           *             "evidence_against": [
           *               {
           *                 "finding": "cold_sweat",
           *                 "label": "Not present: Cold sweat",
           *                 "label_cs": "Není přítomno: Studený pot",
           *                 "weight": -0.388
           *               }
           *             ]
           *           }
           *         ],
           *         "recommended_next_step": "Call an ambulance now (in Europe 112, in Czechia 155).",
           *         "recommended_next_step_cs": "Ihned volejte zdravotnickou záchrannou službu (155, případně 112).",
           *         "patient_context": [
           *           "55 years old",
           *           "male",
           *           "Known hypertension",
           *           "Early heart disease in the family",
           *           "Current smoker",
           *           "Chronic conditions: hypertension",
           *           "Current medication: ramipril 5 mg",
           *           "Allergies: penicillin",
           *           "Family history: father: heart attack at 52",
           *           "Occasional alcohol"
           *         ],
           *         "lines": [
           *           {
           *             "part": "history",
           *             "code": "lasts_under_24h",
           *             "text": "Symptoms for less than 24 hours",
           *             "text_cs": "Obtíže trvající méně než 24 hodin"
           *           },
           *           {
           *             "part": "history",
           *             "code": "duration_hours",
           *             "text": "Duration of symptoms: 2 hours",
           *             "text_cs": "Trvání obtíží: 2 hodiny"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "has_chest_pain",
           *             "text": "Chest pain",
           *             "text_cs": "Bolest na hrudi"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "chest_pain_on_exertion",
           *             "text": "Chest pain brought on by exertion",
           *             "text_cs": "Bolest na hrudi při námaze"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "has_dyspnoea",
           *             "text": "Dyspnoea",
           *             "text_cs": "Dušnost"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "chest_pressure",
           *             "text": "Pressing or crushing chest pain",
           *             "text_cs": "Tlaková nebo svíravá bolest na hrudi"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "radiates_left_arm",
           *             "text": "Pain radiating to the left arm or shoulder",
           *             "text_cs": "Vystřelování do levé paže nebo ramene"
           *           },
           *           {
           *             "part": "pertinent_negatives",
           *             "code": "cold_sweat",
           *             "text": "Cold sweat",
           *             "text_cs": "Studený pot"
           *           },
           *           {
           *             "part": "pertinent_negatives",
           *             "code": "fainted",
           *             "text": "Loss of consciousness",
           *             "text_cs": "Ztráta vědomí"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "55 years old",
           *             "text_cs": "věk 55 let"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "male",
           *             "text_cs": "muž"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": "hypertension",
           *             "text": "Known hypertension",
           *             "text_cs": "Arteriální hypertenze v anamnéze"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": "family_heart_disease",
           *             "text": "Early heart disease in the family",
           *             "text_cs": "Časné srdeční onemocnění v rodině"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": "smoker",
           *             "text": "Current smoker",
           *             "text_cs": "Kouření"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Chronic conditions: hypertension",
           *             "text_cs": "Chronická onemocnění: hypertension"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Current medication: ramipril 5 mg",
           *             "text_cs": "Současná medikace: ramipril 5 mg"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Allergies: penicillin",
           *             "text_cs": "Alergie: penicillin"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Family history: father: heart attack at 52",
           *             "text_cs": "Rodinná anamnéza: father: heart attack at 52"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Occasional alcohol",
           *             "text_cs": "Alkohol příležitostně"
           *           }
           *         ],
           *         "open_points": [],
           *         "sections": [
           *           {
           *             "section": "opening",
           *             "text": "55-year-old man. Presenting complaint: chest pain, for 2 hours – \"chest pain since this morning\". History given by the patient himself.",
           *             "text_cs": "55letý muž. Hlavní potíže: bolest na hrudi, po dobu 2 hodin – „chest pain since this morning“. Anamnézu podává sám pacient."
           *           },
           *           {
           *             "section": "findings",
           *             "text": "Main findings: dyspnoea, chest pain brought on by exertion, pressing or crushing chest pain and pain radiating to the left arm or shoulder.",
           *             "text_cs": "Hlavní nálezy: dušnost, bolest na hrudi při námaze, tlaková nebo svíravá bolest na hrudi a vystřelování do levé paže nebo ramene."
           *           },
           *           {
           *             "section": "negatives",
           *             "text": "Pertinent negatives (not present): cold sweat and loss of consciousness.",
           *             "text_cs": "Významné negativní údaje (není přítomno): studený pot a ztráta vědomí."
           *           },
           *           {
           *             "section": "background",
           *             "text": "Background: known hypertension, early heart disease in the family and current smoker. Chronic conditions: hypertension. Current medication: ramipril 5 mg. Allergies: penicillin. Family history: father: heart attack at 52. Occasional alcohol.",
           *             "text_cs": "Významné okolnosti: arteriální hypertenze v anamnéze, časné srdeční onemocnění v rodině a kouření. Chronická onemocnění: hypertension. Současná medikace: ramipril 5 mg. Alergie: penicillin. Rodinná anamnéza: father: heart attack at 52. Alkohol příležitostně."
           *           },
           *           {
           *             "section": "assessment",
           *             "text": "Triage level: emergency, ambulance needed – on account of a warning sign: chest pain with two or more features of a heart attack, age 35 or over. Further warning signs: chest pain with breathlessness, age 40 or over. Differential diagnosis: possible stable angina (I20.8, 38%), acute myocardial infarction (I21.9, 21%); less likely unstable angina (I20.0, 14%).",
           *             "text_cs": "Naléhavost: akutní stav, nutná záchranná služba – pro varovný příznak: bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let. Další varovné příznaky: bolest na hrudi s dušností, věk od 40 let. Diferenciální diagnóza: možná stabilní angina pectoris (I20.8, 38 %), akutní infarkt myokardu (I21.9, 21 %); méně pravděpodobně nestabilní angina pectoris (I20.0, 14 %)."
           *           },
           *           {
           *             "section": "next_step",
           *             "text": "Recommended next step: Call an ambulance now (in Europe 112, in Czechia 155).",
           *             "text_cs": "Doporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112)."
           *           },
           *           {
           *             "section": "safety_net",
           *             "text": "Somebody should stay with the patient until help arrives, and tell the emergency line at once if the condition worsens.",
           *             "text_cs": "Do příjezdu pomoci má být někdo stále přítomen; zhoršení stavu ihned hlaste na linku 155, případně 112."
           *           }
           *         ],
           *         "narrative": "This is decision support and not a diagnosis: it does not replace examination by a clinician. No clinician has reviewed the knowledge base that it rests on yet.\n55-year-old man. Presenting complaint: chest pain, for 2 hours – \"chest pain since this morning\". History given by the patient himself.\nMain findings: dyspnoea, chest pain brought on by exertion, pressing or crushing chest pain and pain radiating to the left arm or shoulder.\nPertinent negatives (not present): cold sweat and loss of consciousness.\nBackground: known hypertension, early heart disease in the family and current smoker. Chronic conditions: hypertension. Current medication: ramipril 5 mg. Allergies: penicillin. Family history: father: heart attack at 52. Occasional alcohol.\nTriage level: emergency, ambulance needed – on account of a warning sign: chest pain with two or more features of a heart attack, age 35 or over. Further warning signs: chest pain with breathlessness, age 40 or over. Differential diagnosis: possible stable angina (I20.8, 38%), acute myocardial infarction (I21.9, 21%); less likely unstable angina (I20.0, 14%).\nRecommended next step: Call an ambulance now (in Europe 112, in Czechia 155).\nSomebody should stay with the patient until help arrives, and tell the emergency line at once if the condition worsens.",
           *         "narrative_cs": "Jde o podporu rozhodování, nikoli o diagnózu; nenahrazuje vyšetření lékařem. Znalostní bázi, o kterou se opírá, zatím žádný lékař neposoudil.\n55letý muž. Hlavní potíže: bolest na hrudi, po dobu 2 hodin – „chest pain since this morning“. Anamnézu podává sám pacient.\nHlavní nálezy: dušnost, bolest na hrudi při námaze, tlaková nebo svíravá bolest na hrudi a vystřelování do levé paže nebo ramene.\nVýznamné negativní údaje (není přítomno): studený pot a ztráta vědomí.\nVýznamné okolnosti: arteriální hypertenze v anamnéze, časné srdeční onemocnění v rodině a kouření. Chronická onemocnění: hypertension. Současná medikace: ramipril 5 mg. Alergie: penicillin. Rodinná anamnéza: father: heart attack at 52. Alkohol příležitostně.\nNaléhavost: akutní stav, nutná záchranná služba – pro varovný příznak: bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let. Další varovné příznaky: bolest na hrudi s dušností, věk od 40 let. Diferenciální diagnóza: možná stabilní angina pectoris (I20.8, 38 %), akutní infarkt myokardu (I21.9, 21 %); méně pravděpodobně nestabilní angina pectoris (I20.0, 14 %).\nDoporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112).\nDo příjezdu pomoci má být někdo stále přítomen; zhoršení stavu ihned hlaste na linku 155, případně 112."
           *       }
           *     }
           */
          'application/json': components['schemas']['FinalizedSession'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  updateDemographics: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "age": 55,
         *       "sex": "male"
         *     }
         */
        'application/json': components['schemas']['Demographics'];
      };
    };
    responses: {
      /** @description The session with its new state. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "status": "active",
           *       "questions_asked": 5,
           *       "is_complete": true,
           *       "triage_level": "emergency_ambulance",
           *       "active_branches": [
           *         "chest_pain"
           *       ],
           *       "red_flags": [
           *         "rf_acs_features",
           *         "rf_chest_pain_breathless"
           *       ],
           *       "current_question": null,
           *       "created_at": "2026-03-02T08:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['SessionState'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  rectifySession: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "age": 55,
         *       "reason": "wrong age entered at reception"
         *     }
         */
        'application/json': components['schemas']['Rectification'];
      };
    };
    responses: {
      /** @description The session as it stands now. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "status": "active",
           *       "questions_asked": 5,
           *       "is_complete": true,
           *       "triage_level": "emergency_ambulance",
           *       "active_branches": [
           *         "chest_pain"
           *       ],
           *       "red_flags": [
           *         "rf_acs_features",
           *         "rf_chest_pain_breathless"
           *       ],
           *       "current_question": null,
           *       "created_at": "2026-03-02T08:30:00.000Z",
           *       "changed_fields": [
           *         "age"
           *       ]
           *     }
           */
          'application/json': components['schemas']['RectifiedSession'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  giveFeedback: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "accuracy": "partially_correct",
         *       "actual_diagnosis": "Acute myocardial infarction",
         *       "actual_icd10": "I21.9",
         *       "notes": "Troponin raised; taken to the catheter laboratory."
         *     }
         */
        'application/json': components['schemas']['GiveFeedback'];
      };
    };
    responses: {
      /** @description What was stored. */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "accuracy": "partially_correct",
           *       "actual_diagnosis": "Acute myocardial infarction",
           *       "actual_icd10": "I21.9",
           *       "notes": "Troponin raised; taken to the catheter laboratory.",
           *       "created_at": "2026-03-03T08:34:30.000Z"
           *     }
           */
          'application/json': components['schemas']['StoredFeedback'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getSession: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session as it stands now. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "status": "finalized",
           *       "questions_asked": 5,
           *       "is_complete": true,
           *       "triage_level": "emergency_ambulance",
           *       "active_branches": [
           *         "chest_pain"
           *       ],
           *       "red_flags": [
           *         {
           *           "flag": "rf_acs_features",
           *           "description": "Chest pain with two or more features of a heart attack, age 35 or over",
           *           "description_cs": "Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let"
           *         },
           *         {
           *           "flag": "rf_chest_pain_breathless",
           *           "description": "Chest pain with breathlessness, age 40 or over",
           *           "description_cs": "Bolest na hrudi s dušností, věk od 40 let"
           *         }
           *       ],
           *       "current_question": null,
           *       "created_at": "2026-03-02T08:30:00.000Z",
           *       "differentials": [
           *         {
           *           "code": "stable_angina",
           *           "diagnosis": "Stable angina",
           *           "diagnosis_cs": "Stabilní angina pectoris",
           *           "icd": "I20.8",
           *           "probability": 0.3783,
           *           "rank": 1
           *         },
           *         {
           *           "code": "acute_myocardial_infarction",
           *           "diagnosis": "Acute myocardial infarction",
           *           "diagnosis_cs": "Akutní infarkt myokardu",
           *           "icd": "I21.9",
           *           "probability": 0.2127,
           *           "rank": 2
           *         },
           *         {
           *           "code": "unstable_angina",
           *           "diagnosis": "Unstable angina",
           *           "diagnosis_cs": "Nestabilní angina pectoris",
           *           "icd": "I20.0",
           *           "probability": 0.1445,
           *           "rank": 3
           *         }
           *       ],
           *       "primary_diagnosis": "Stable angina",
           *       "primary_diagnosis_icd": "I20.8",
           *       "primary_probability": 0.3783,
           *       "stop_reason": "emergency",
           *       "chief_complaint": "chest pain since this morning",
           *       "complaint_code": "chest_pain",
           *       "patient_id": "CARDIO-2041",
           *       "test": false,
           *       "demographics": {
           *         "age": 55,
           *         "sex": "male"
           *       },
           *       "revision": 13,
           *       "last_activity_at": "2026-03-02T08:34:30.000Z",
           *       "finalized_at": "2026-03-02T08:34:30.000Z",
           *       "held": false,
           *       "summary": {
           *         "presenting_complaint": "Chest pain (\"chest pain since this morning\")",
           *         "presenting_complaint_cs": "Bolest na hrudi („chest pain since this morning“)",
           *         "history": [
           *           "Symptoms for less than 24 hours",
           *           "Duration of symptoms: 2 hours"
           *         ],
           *         "pertinent_positives": [
           *           "Chest pain",
           *           "Chest pain brought on by exertion",
           *           "Dyspnoea",
           *           "Pressing or crushing chest pain",
           *           "Pain radiating to the left arm or shoulder"
           *         ],
           *         "pertinent_negatives": [
           *           "Cold sweat",
           *           "Loss of consciousness"
           *         ],
           *         "red_flags": [
           *           {
           *             "flag": "rf_acs_features",
           *             "description": "Chest pain with two or more features of a heart attack, age 35 or over",
           *             "description_cs": "Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let"
           *           },
           *           {
           *             "flag": "rf_chest_pain_breathless",
           *             "description": "Chest pain with breathlessness, age 40 or over",
           *             "description_cs": "Bolest na hrudi s dušností, věk od 40 let"
           *           }
           *         ],
           *         "differentials": [
           *           {
           *             "code": "stable_angina",
           *             "diagnosis": "Stable angina",
           *             "diagnosis_cs": "Stabilní angina pectoris",
           *             "icd": "I20.8",
           *             "probability": 0.3783,
           *             "rank": 1,
           *             "evidence_for": [
           *               {
           *                 "finding": "chest_pain_on_exertion",
           *                 "label": "Chest pain brought on by exertion",
           *                 "label_cs": "Bolest na hrudi při námaze",
           *                 "weight": 1.107
           *               },
           *               {
           *                 "finding": "hypertension",
           *                 "label": "Known hypertension",
           *                 "label_cs": "Arteriální hypertenze v anamnéze",
           *                 "weight": 0.56
           *               },
           *               {
           *                 "finding": "has_dyspnoea",
           *                 "label": "Dyspnoea",
           *                 "label_cs": "Dušnost",
           *                 "weight": 0.542
           *               }
           *             ],
           *             "evidence_against": [
           *               {
           *                 "finding": "lasts_over_3_weeks",
           *                 "label": "Not present: Symptoms for three weeks or more",
           *                 "label_cs": "Není přítomno: Obtíže trvající tři týdny a déle",
           *                 "weight": -0.566
           *               }
           *             ]
           *           },
           *           {
           *             "code": "acute_myocardial_infarction",
           *             "diagnosis": "Acute myocardial infarction",
           *             "diagnosis_cs": "Akutní infarkt myokardu",
           *             "icd": "I21.9",
           *             "probability": 0.2127,
           *             "rank": 2,
           *             "evidence_for": [
           *               {
           *                 "finding": "has_dyspnoea",
           *                 "label": "Dyspnoea",
           *                 "label_cs": "Dušnost",
           *                 "weight": 0.683
           *               },
           *               {
           *                 "finding": "radiates_left_arm",
           *                 "label": "Pain radiating to the left arm or shoulder",
           *                 "label_cs": "Vystřelování do levé paže nebo ramene",
           *                 "weight": 0.658
           *               },
           *               {
           *                 "finding": "lasts_under_24h",
           *                 "label": "Symptoms for less than 24 hours",
           *                 "label_cs": "Obtíže trvající méně než 24 hodin",
           *                 "weight": 0.615
           *               }
           *             ],
           *             "evidence_against": [
           *               {
           *                 "finding": "cold_sweat",
           *                 "label": "Not present: Cold sweat",
           *                 "label_cs": "Není přítomno: Studený pot",
           *                 "weight": -0.388
           *               }
           *             ]
           *           }
           *         ],
           *         "recommended_next_step": "Call an ambulance now (in Europe 112, in Czechia 155).",
           *         "recommended_next_step_cs": "Ihned volejte zdravotnickou záchrannou službu (155, případně 112).",
           *         "patient_context": [
           *           "55 years old",
           *           "male",
           *           "Known hypertension",
           *           "Early heart disease in the family",
           *           "Current smoker",
           *           "Chronic conditions: hypertension",
           *           "Current medication: ramipril 5 mg",
           *           "Allergies: penicillin",
           *           "Family history: father: heart attack at 52",
           *           "Occasional alcohol"
           *         ],
           *         "lines": [
           *           {
           *             "part": "history",
           *             "code": "lasts_under_24h",
           *             "text": "Symptoms for less than 24 hours",
           *             "text_cs": "Obtíže trvající méně než 24 hodin"
           *           },
           *           {
           *             "part": "history",
           *             "code": "duration_hours",
           *             "text": "Duration of symptoms: 2 hours",
           *             "text_cs": "Trvání obtíží: 2 hodiny"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "has_chest_pain",
           *             "text": "Chest pain",
           *             "text_cs": "Bolest na hrudi"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "chest_pain_on_exertion",
           *             "text": "Chest pain brought on by exertion",
           *             "text_cs": "Bolest na hrudi při námaze"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "has_dyspnoea",
           *             "text": "Dyspnoea",
           *             "text_cs": "Dušnost"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "chest_pressure",
           *             "text": "Pressing or crushing chest pain",
           *             "text_cs": "Tlaková nebo svíravá bolest na hrudi"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "radiates_left_arm",
           *             "text": "Pain radiating to the left arm or shoulder",
           *             "text_cs": "Vystřelování do levé paže nebo ramene"
           *           },
           *           {
           *             "part": "pertinent_negatives",
           *             "code": "cold_sweat",
           *             "text": "Cold sweat",
           *             "text_cs": "Studený pot"
           *           },
           *           {
           *             "part": "pertinent_negatives",
           *             "code": "fainted",
           *             "text": "Loss of consciousness",
           *             "text_cs": "Ztráta vědomí"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "55 years old",
           *             "text_cs": "věk 55 let"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "male",
           *             "text_cs": "muž"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": "hypertension",
           *             "text": "Known hypertension",
           *             "text_cs": "Arteriální hypertenze v anamnéze"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": "family_heart_disease",
           *             "text": "Early heart disease in the family",
           *             "text_cs": "Časné srdeční onemocnění v rodině"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": "smoker",
           *             "text": "Current smoker",
           *             "text_cs": "Kouření"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Chronic conditions: hypertension",
           *             "text_cs": "Chronická onemocnění: hypertension"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Current medication: ramipril 5 mg",
           *             "text_cs": "Současná medikace: ramipril 5 mg"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Allergies: penicillin",
           *             "text_cs": "Alergie: penicillin"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Family history: father: heart attack at 52",
           *             "text_cs": "Rodinná anamnéza: father: heart attack at 52"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Occasional alcohol",
           *             "text_cs": "Alkohol příležitostně"
           *           }
           *         ],
           *         "open_points": [],
           *         "sections": [
           *           {
           *             "section": "opening",
           *             "text": "55-year-old man. Presenting complaint: chest pain, for 2 hours – \"chest pain since this morning\". History given by the patient himself.",
           *             "text_cs": "55letý muž. Hlavní potíže: bolest na hrudi, po dobu 2 hodin – „chest pain since this morning“. Anamnézu podává sám pacient."
           *           },
           *           {
           *             "section": "findings",
           *             "text": "Main findings: dyspnoea, chest pain brought on by exertion, pressing or crushing chest pain and pain radiating to the left arm or shoulder.",
           *             "text_cs": "Hlavní nálezy: dušnost, bolest na hrudi při námaze, tlaková nebo svíravá bolest na hrudi a vystřelování do levé paže nebo ramene."
           *           },
           *           {
           *             "section": "negatives",
           *             "text": "Pertinent negatives (not present): cold sweat and loss of consciousness.",
           *             "text_cs": "Významné negativní údaje (není přítomno): studený pot a ztráta vědomí."
           *           },
           *           {
           *             "section": "background",
           *             "text": "Background: known hypertension, early heart disease in the family and current smoker. Chronic conditions: hypertension. Current medication: ramipril 5 mg. Allergies: penicillin. Family history: father: heart attack at 52. Occasional alcohol.",
           *             "text_cs": "Významné okolnosti: arteriální hypertenze v anamnéze, časné srdeční onemocnění v rodině a kouření. Chronická onemocnění: hypertension. Současná medikace: ramipril 5 mg. Alergie: penicillin. Rodinná anamnéza: father: heart attack at 52. Alkohol příležitostně."
           *           },
           *           {
           *             "section": "assessment",
           *             "text": "Triage level: emergency, ambulance needed – on account of a warning sign: chest pain with two or more features of a heart attack, age 35 or over. Further warning signs: chest pain with breathlessness, age 40 or over. Differential diagnosis: possible stable angina (I20.8, 38%), acute myocardial infarction (I21.9, 21%); less likely unstable angina (I20.0, 14%).",
           *             "text_cs": "Naléhavost: akutní stav, nutná záchranná služba – pro varovný příznak: bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let. Další varovné příznaky: bolest na hrudi s dušností, věk od 40 let. Diferenciální diagnóza: možná stabilní angina pectoris (I20.8, 38 %), akutní infarkt myokardu (I21.9, 21 %); méně pravděpodobně nestabilní angina pectoris (I20.0, 14 %)."
           *           },
           *           {
           *             "section": "next_step",
           *             "text": "Recommended next step: Call an ambulance now (in Europe 112, in Czechia 155).",
           *             "text_cs": "Doporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112)."
           *           },
           *           {
           *             "section": "safety_net",
           *             "text": "Somebody should stay with the patient until help arrives, and tell the emergency line at once if the condition worsens.",
           *             "text_cs": "Do příjezdu pomoci má být někdo stále přítomen; zhoršení stavu ihned hlaste na linku 155, případně 112."
           *           }
           *         ],
           *         "narrative": "This is decision support and not a diagnosis: it does not replace examination by a clinician. No clinician has reviewed the knowledge base that it rests on yet.\n55-year-old man. Presenting complaint: chest pain, for 2 hours – \"chest pain since this morning\". History given by the patient himself.\nMain findings: dyspnoea, chest pain brought on by exertion, pressing or crushing chest pain and pain radiating to the left arm or shoulder.\nPertinent negatives (not present): cold sweat and loss of consciousness.\nBackground: known hypertension, early heart disease in the family and current smoker. Chronic conditions: hypertension. Current medication: ramipril 5 mg. Allergies: penicillin. Family history: father: heart attack at 52. Occasional alcohol.\nTriage level: emergency, ambulance needed – on account of a warning sign: chest pain with two or more features of a heart attack, age 35 or over. Further warning signs: chest pain with breathlessness, age 40 or over. Differential diagnosis: possible stable angina (I20.8, 38%), acute myocardial infarction (I21.9, 21%); less likely unstable angina (I20.0, 14%).\nRecommended next step: Call an ambulance now (in Europe 112, in Czechia 155).\nSomebody should stay with the patient until help arrives, and tell the emergency line at once if the condition worsens.",
           *         "narrative_cs": "Jde o podporu rozhodování, nikoli o diagnózu; nenahrazuje vyšetření lékařem. Znalostní bázi, o kterou se opírá, zatím žádný lékař neposoudil.\n55letý muž. Hlavní potíže: bolest na hrudi, po dobu 2 hodin – „chest pain since this morning“. Anamnézu podává sám pacient.\nHlavní nálezy: dušnost, bolest na hrudi při námaze, tlaková nebo svíravá bolest na hrudi a vystřelování do levé paže nebo ramene.\nVýznamné negativní údaje (není přítomno): studený pot a ztráta vědomí.\nVýznamné okolnosti: arteriální hypertenze v anamnéze, časné srdeční onemocnění v rodině a kouření. Chronická onemocnění: hypertension. Současná medikace: ramipril 5 mg. Alergie: penicillin. Rodinná anamnéza: father: heart attack at 52. Alkohol příležitostně.\nNaléhavost: akutní stav, nutná záchranná služba – pro varovný příznak: bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let. Další varovné příznaky: bolest na hrudi s dušností, věk od 40 let. Diferenciální diagnóza: možná stabilní angina pectoris (I20.8, 38 %), akutní infarkt myokardu (I21.9, 21 %); méně pravděpodobně nestabilní angina pectoris (I20.0, 14 %).\nDoporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112).\nDo příjezdu pomoci má být někdo stále přítomen; zhoršení stavu ihned hlaste na linku 155, případně 112."
           *       },
           *       "feedback": {
           *         "accuracy": "partially_correct",
           *         "actual_diagnosis": "Acute myocardial infarction",
           *         "actual_icd10": "I21.9",
           *         "notes": "Troponin raised; taken to the catheter laboratory."
           *       }
           *     }
           */
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  eraseSession: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session is erased. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "erased": true,
           *       "subject": {
           *         "type": "session",
           *         "id": "0198c0de-0000-7000-8000-000000000030"
           *       },
           *       "erased_at": "2026-03-03T08:34:30.000Z",
           *       "certificate": {
           *         "certificate_id": "0198c0de-0000-7000-8000-000000000080",
           *         "subject": {
           *           "type": "session",
           *           "id": "0198c0de-0000-7000-8000-000000000030"
           *         },
           *         "erased_at": "2026-03-03T08:34:30.000Z",
           *         "destroyed": {
           *           "key_ids": [
           *             "0198c0de-0000-7000-8000-000000000081"
           *           ],
           *           "rows": {
           *             "sessions": 1
           *           },
           *           "copies": {
           *             "stored_answers": 2,
           *             "webhook_bodies": 5,
           *             "response_excerpts": 0,
           *             "cancelled_deliveries": 0
           *           }
           *         },
           *         "remains": [
           *           "The session's events in the log with type, ids, time, tokens charged and the sealed bytes, which no key opens any more.",
           *           "The rows of the audit trail, usage and balance, and the rows of deliveries without their bodies, which hold no clinical value.",
           *           "Answers to calls that resolved a delivery, kept sealed under the key of the tenant for repeats, for 24 hours.",
           *           "Backups that were made before, for as long as they are kept: the ledger of erasures is applied to each that is restored."
           *         ],
           *         "backups_expire_at": "2026-04-07T08:34:30.000Z",
           *         "signature": {
           *           "algorithm": "Ed25519",
           *           "signing_key_id": "0198c0de-0000-7000-8000-000000000082",
           *           "public_key": "MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=",
           *           "value": "ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA=="
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['Erased'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  placeSessionHold: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "claim 2026-114"
         *     }
         */
        'application/json': components['schemas']['PlaceHold'];
      };
    };
    responses: {
      /** @description The session is under hold. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "hold": {
           *         "reason": "claim 2026-114",
           *         "placed_at": "2026-03-03T08:34:30.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SessionHold'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  liftSessionHold: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The hold is lifted. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "hold": null
           *     }
           */
          'application/json': components['schemas']['SessionHold'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getPatient: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path: {
        /**
         * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
         * @example CARDIO-2041
         */
        patient_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The profile. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "profile_id": "0198c0de-0000-7000-8000-000000000040",
           *       "partner_patient_id": "CARDIO-2041",
           *       "age": 55,
           *       "sex": "male",
           *       "chronic_conditions": [
           *         "hypertension"
           *       ],
           *       "current_medications": [
           *         "ramipril 5 mg"
           *       ],
           *       "allergies": [
           *         "penicillin"
           *       ],
           *       "risk_factors": [],
           *       "family_history": [
           *         "father: heart attack at 52"
           *       ],
           *       "smoking_status": "current",
           *       "alcohol_status": "occasional",
           *       "sessions_count": 1,
           *       "last_session_at": "2026-03-02T08:30:00.000Z",
           *       "created_at": "2026-03-02T08:29:00.000Z",
           *       "hold": null
           *     }
           */
          'application/json': components['schemas']['PatientProfile'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  putPatient: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
         * @example CARDIO-2041
         */
        patient_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "chronic_conditions": [
         *         "hypertension"
         *       ],
         *       "current_medications": [
         *         "ramipril 5 mg"
         *       ],
         *       "allergies": [
         *         "penicillin"
         *       ],
         *       "family_history": [
         *         "father: heart attack at 52"
         *       ],
         *       "smoking_status": "current",
         *       "alcohol_status": "occasional"
         *     }
         */
        'application/json': components['schemas']['PutPatient'];
      };
    };
    responses: {
      /** @description The profile as it stands now. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "profile_id": "0198c0de-0000-7000-8000-000000000040",
           *       "partner_patient_id": "CARDIO-2041",
           *       "age": 55,
           *       "sex": "male",
           *       "chronic_conditions": [
           *         "hypertension"
           *       ],
           *       "current_medications": [
           *         "ramipril 5 mg"
           *       ],
           *       "allergies": [
           *         "penicillin"
           *       ],
           *       "risk_factors": [],
           *       "family_history": [
           *         "father: heart attack at 52"
           *       ],
           *       "smoking_status": "current",
           *       "alcohol_status": "occasional",
           *       "sessions_count": 1,
           *       "last_session_at": "2026-03-02T08:30:00.000Z",
           *       "created_at": "2026-03-02T08:29:00.000Z",
           *       "hold": null
           *     }
           */
          'application/json': components['schemas']['PutPatientProfile'];
        };
      };
      /** @description The profile is created. */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "profile_id": "0198c0de-0000-7000-8000-000000000040",
           *       "partner_patient_id": "CARDIO-2041",
           *       "age": null,
           *       "sex": null,
           *       "chronic_conditions": [
           *         "hypertension"
           *       ],
           *       "current_medications": [
           *         "ramipril 5 mg"
           *       ],
           *       "allergies": [
           *         "penicillin"
           *       ],
           *       "risk_factors": [],
           *       "family_history": [
           *         "father: heart attack at 52"
           *       ],
           *       "smoking_status": "current",
           *       "alcohol_status": "occasional",
           *       "sessions_count": 0,
           *       "last_session_at": null,
           *       "created_at": "2026-03-02T08:29:00.000Z",
           *       "hold": null
           *     }
           */
          'application/json': components['schemas']['PutPatientProfile'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  erasePatient: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
         * @example CARDIO-2041
         */
        patient_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The patient is erased. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "erased": true,
           *       "subject": {
           *         "type": "patient",
           *         "id": "0198c0de-0000-7000-8000-000000000040"
           *       },
           *       "erased_at": "2026-03-03T08:34:30.000Z",
           *       "certificate": {
           *         "certificate_id": "0198c0de-0000-7000-8000-000000000080",
           *         "subject": {
           *           "type": "patient",
           *           "id": "0198c0de-0000-7000-8000-000000000040"
           *         },
           *         "erased_at": "2026-03-03T08:34:30.000Z",
           *         "destroyed": {
           *           "key_ids": [
           *             "0198c0de-0000-7000-8000-000000000081"
           *           ],
           *           "rows": {
           *             "sessions": 1,
           *             "patient_profiles": 1
           *           },
           *           "copies": {
           *             "stored_answers": 2,
           *             "webhook_bodies": 5,
           *             "response_excerpts": 0,
           *             "cancelled_deliveries": 0
           *           }
           *         },
           *         "remains": [
           *           "The session's events in the log with type, ids, time, tokens charged and the sealed bytes, which no key opens any more.",
           *           "The rows of the audit trail, usage and balance, and the rows of deliveries without their bodies, which hold no clinical value.",
           *           "Answers to calls that resolved a delivery, kept sealed under the key of the tenant for repeats, for 24 hours.",
           *           "Backups that were made before, for as long as they are kept: the ledger of erasures is applied to each that is restored."
           *         ],
           *         "backups_expire_at": "2026-04-07T08:34:30.000Z",
           *         "signature": {
           *           "algorithm": "Ed25519",
           *           "signing_key_id": "0198c0de-0000-7000-8000-000000000082",
           *           "public_key": "MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=",
           *           "value": "ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA=="
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['Erased'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  placePatientHold: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
         * @example CARDIO-2041
         */
        patient_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "claim 2026-114"
         *     }
         */
        'application/json': components['schemas']['PlaceHold'];
      };
    };
    responses: {
      /** @description The patient is under hold. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "partner_patient_id": "CARDIO-2041",
           *       "profile_id": "0198c0de-0000-7000-8000-000000000040",
           *       "hold": {
           *         "reason": "claim 2026-114",
           *         "placed_at": "2026-03-03T08:34:30.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['PatientHold'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  liftPatientHold: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
         * @example CARDIO-2041
         */
        patient_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The hold is lifted. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "partner_patient_id": "CARDIO-2041",
           *       "profile_id": "0198c0de-0000-7000-8000-000000000040",
           *       "hold": null
           *     }
           */
          'application/json': components['schemas']['PatientHold'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listApiKeys: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Oldest first. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "key_id": "0198c0de-0000-7000-8000-000000000020",
           *         "key_prefix": "svc_live_Exam",
           *         "key_suffix": "le01",
           *         "created_by": {
           *           "type": "member",
           *           "id": "0198c0de-0000-7000-8000-000000000011"
           *         },
           *         "name": "Ward 4",
           *         "scopes": [
           *           "sessions:read",
           *           "sessions:write",
           *           "patients:read",
           *           "patients:write",
           *           "webhooks:read",
           *           "webhooks:write",
           *           "admin:read",
           *           "admin:write"
           *         ],
           *         "rate_limit_rpm": 10,
           *         "is_active": true,
           *         "last_used_at": "2026-03-02T08:34:30.000Z",
           *         "expires_at": null,
           *         "created_at": "2026-03-02T08:05:00.000Z"
           *       },
           *       {
           *         "key_id": "0198c0de-0000-7000-8000-000000000021",
           *         "key_prefix": "svc_test_Exam",
           *         "key_suffix": "le02",
           *         "created_by": {
           *           "type": "member",
           *           "id": "0198c0de-0000-7000-8000-000000000011"
           *         },
           *         "name": "First steps",
           *         "scopes": [
           *           "sessions:read",
           *           "sessions:write"
           *         ],
           *         "rate_limit_rpm": 10,
           *         "is_active": true,
           *         "last_used_at": null,
           *         "expires_at": null,
           *         "created_at": "2026-03-02T08:05:00.000Z"
           *       }
           *     ]
           */
          'application/json': components['schemas']['ApiKey'][];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "First steps",
         *       "scopes": [
         *         "sessions:read",
         *         "sessions:write"
         *       ],
         *       "rate_limit_rpm": 10,
         *       "test": true
         *     }
         */
        'application/json': components['schemas']['CreateApiKey'];
      };
    };
    responses: {
      /** @description The key, with its secret. */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "key_id": "0198c0de-0000-7000-8000-000000000021",
           *       "key_prefix": "svc_test_Exam",
           *       "key_suffix": "le02",
           *       "created_by": {
           *         "type": "member",
           *         "id": "0198c0de-0000-7000-8000-000000000011"
           *       },
           *       "name": "First steps",
           *       "scopes": [
           *         "sessions:read",
           *         "sessions:write"
           *       ],
           *       "rate_limit_rpm": 10,
           *       "is_active": true,
           *       "last_used_at": null,
           *       "expires_at": null,
           *       "created_at": "2026-03-02T08:05:00.000Z",
           *       "raw_key": "svc_test_ExampleExampleExampleExampleExampleExample02"
           *     }
           */
          'application/json': components['schemas']['IssuedApiKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  revokeApiKey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `key_id` of the list of keys.
         * @example 0198c0de-0000-7000-8000-000000000020
         */
        key_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key is revoked. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "revoked": true,
           *       "key_id": "0198c0de-0000-7000-8000-000000000020",
           *       "revoked_at": "2026-03-02T10:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['RevokedApiKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  updateApiKey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `key_id` of the list of keys.
         * @example 0198c0de-0000-7000-8000-000000000020
         */
        key_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ward 5",
         *       "scopes": [
         *         "sessions:read"
         *       ],
         *       "rate_limit_rpm": null
         *     }
         */
        'application/json': components['schemas']['UpdateApiKey'];
      };
    };
    responses: {
      /** @description The key as it is now. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "key_id": "0198c0de-0000-7000-8000-000000000020",
           *       "key_prefix": "svc_live_Exam",
           *       "key_suffix": "le01",
           *       "created_by": {
           *         "type": "member",
           *         "id": "0198c0de-0000-7000-8000-000000000011"
           *       },
           *       "name": "Ward 5",
           *       "scopes": [
           *         "sessions:read"
           *       ],
           *       "rate_limit_rpm": 10,
           *       "is_active": true,
           *       "last_used_at": "2026-03-02T08:34:30.000Z",
           *       "expires_at": null,
           *       "created_at": "2026-03-02T08:05:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ApiKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  rotateApiKey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `key_id` of the list of keys.
         * @example 0198c0de-0000-7000-8000-000000000020
         */
        key_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "expires_at": "2027-03-02T00:00:00.000Z"
         *     }
         */
        'application/json': components['schemas']['RotateApiKey'];
      };
    };
    responses: {
      /** @description The new key, with its secret. */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "key_id": "0198c0de-0000-7000-8000-000000000022",
           *       "key_prefix": "svc_live_Exam",
           *       "key_suffix": "le01",
           *       "created_by": {
           *         "type": "member",
           *         "id": "0198c0de-0000-7000-8000-000000000011"
           *       },
           *       "name": "Ward 4",
           *       "scopes": [
           *         "sessions:read",
           *         "sessions:write",
           *         "patients:read",
           *         "patients:write",
           *         "webhooks:read",
           *         "webhooks:write",
           *         "admin:read",
           *         "admin:write"
           *       ],
           *       "rate_limit_rpm": 10,
           *       "is_active": true,
           *       "last_used_at": null,
           *       "expires_at": null,
           *       "created_at": "2026-03-02T10:00:00.000Z",
           *       "raw_key": "svc_live_ExampleExampleExampleExampleExampleExample01"
           *     }
           */
          'application/json': components['schemas']['IssuedApiKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getTier: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tier, with what the price list says of it. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tier": "free_trial",
           *       "price": 0,
           *       "tokens_included": 1000,
           *       "concurrency": 5,
           *       "max_keys": 2,
           *       "rpm": 10,
           *       "sla": null,
           *       "changed_at": "2026-03-02T08:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Tier'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  changeTier: {
    parameters: {
      query?: {
        /**
         * @deprecated
         * @description Deprecated: send the JSON body. Without both, starter is meant.
         * @example starter
         */
        tier?: components['schemas']['TierName'];
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "tier": "growth"
         *     }
         */
        'application/json': components['schemas']['ChangeTier'];
      };
    };
    responses: {
      /** @description The tier as it is now. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Deprecated form only: since when, as @ and Unix seconds (RFC 9745).
           * @example @1777075200
           */
          Deprecation?: string;
          /**
           * @description Deprecated form only: from when on it is refused (RFC 8594).
           * @example Thu, 23 Jul 2026 00:00:00 GMT
           */
          Sunset?: string;
          /**
           * @description Deprecated form only: the successor version.
           * @example </v1/admin/tier>; rel="successor-version"
           */
          Link?: string;
          /**
           * @description Deprecated form only: 299, with what to do instead.
           * @example 299 - "use request body instead"
           */
          Warning?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tier": "growth",
           *       "price": 1300,
           *       "tokens_included": 50000,
           *       "concurrency": 50,
           *       "max_keys": 10,
           *       "rpm": 60,
           *       "sla": "99.5%",
           *       "changed_at": "2026-03-02T10:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Tier'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getRateLimit: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The window, this call counted. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "limit": 10,
           *       "remaining": 7,
           *       "reset_at": "2026-03-02T10:00:41.000Z",
           *       "source": "tier",
           *       "override_rpm": null
           *     }
           */
          'application/json': components['schemas']['RateLimit'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  setRateLimitOverride: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "rate_limit_rpm": 500,
         *       "reason": "vaccination day"
         *     }
         */
        'application/json': components['schemas']['OverrideRateLimit'];
      };
    };
    responses: {
      /** @description The tenant's limit as it is now. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rate_limit_rpm": 500,
           *       "limit": 500,
           *       "source": "override"
           *     }
           */
          'application/json': components['schemas']['TenantRateLimit'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getRetention: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The retention of the tenant. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "retention_days": 30,
           *       "default_days": 30
           *     }
           */
          'application/json': components['schemas']['Retention'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  setRetention: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "retention_days": 90,
         *       "reason": "records policy 7.2"
         *     }
         */
        'application/json': components['schemas']['ChangeRetention'];
      };
    };
    responses: {
      /** @description The retention as it is now. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "retention_days": 90,
           *       "default_days": 30
           *     }
           */
          'application/json': components['schemas']['Retention'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listWebhookSubscriptions: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Oldest first. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *         "url": "https://clinic.example/hooks/triage",
           *         "events": [
           *           "assessment.completed",
           *           "red_flag.detected"
           *         ],
           *         "is_active": true,
           *         "disabled_reason": null,
           *         "created_at": "2026-03-02T08:10:00.000Z",
           *         "secret_rotated_at": null
           *       }
           *     ]
           */
          'application/json': components['schemas']['WebhookSubscription'][];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  createWebhookSubscription: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://clinic.example/hooks/triage",
         *       "events": [
         *         "assessment.completed",
         *         "red_flag.detected"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CreateWebhookSubscription'];
      };
    };
    responses: {
      /** @description The subscription, with its secret. */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *       "url": "https://clinic.example/hooks/triage",
           *       "events": [
           *         "assessment.completed",
           *         "red_flag.detected"
           *       ],
           *       "is_active": true,
           *       "disabled_reason": null,
           *       "created_at": "2026-03-02T08:10:00.000Z",
           *       "secret_rotated_at": null,
           *       "secret": "whsec_ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZSE="
           *     }
           */
          'application/json': components['schemas']['CreatedWebhookSubscription'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getWebhookSubscription: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `subscription_id` of the list of subscriptions.
         * @example 0198c0de-0000-7000-8000-000000000050
         */
        subscription_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *       "url": "https://clinic.example/hooks/triage",
           *       "events": [
           *         "assessment.completed",
           *         "red_flag.detected"
           *       ],
           *       "is_active": true,
           *       "disabled_reason": null,
           *       "created_at": "2026-03-02T08:10:00.000Z",
           *       "secret_rotated_at": null
           *     }
           */
          'application/json': components['schemas']['WebhookSubscription'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  deleteWebhookSubscription: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `subscription_id` of the list of subscriptions.
         * @example 0198c0de-0000-7000-8000-000000000050
         */
        subscription_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription is gone. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deleted": true,
           *       "subscription_id": "0198c0de-0000-7000-8000-000000000050"
           *     }
           */
          'application/json': components['schemas']['DeletedWebhookSubscription'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  changeWebhookSubscription: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `subscription_id` of the list of subscriptions.
         * @example 0198c0de-0000-7000-8000-000000000050
         */
        subscription_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "events": [
         *         "assessment.completed",
         *         "session.timeout"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ChangeWebhookSubscription'];
      };
    };
    responses: {
      /** @description The subscription as it is now. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *       "url": "https://clinic.example/hooks/triage",
           *       "events": [
           *         "assessment.completed",
           *         "session.timeout"
           *       ],
           *       "is_active": true,
           *       "disabled_reason": null,
           *       "created_at": "2026-03-02T08:10:00.000Z",
           *       "secret_rotated_at": null
           *     }
           */
          'application/json': components['schemas']['WebhookSubscription'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `subscription_id` of the list of subscriptions.
         * @example 0198c0de-0000-7000-8000-000000000050
         */
        subscription_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription, with its new secret. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *       "url": "https://clinic.example/hooks/triage",
           *       "events": [
           *         "assessment.completed",
           *         "red_flag.detected"
           *       ],
           *       "is_active": true,
           *       "disabled_reason": null,
           *       "created_at": "2026-03-02T08:10:00.000Z",
           *       "secret_rotated_at": "2026-03-02T10:00:00.000Z",
           *       "secret": "whsec_ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZSE="
           *     }
           */
          'application/json': components['schemas']['RotatedWebhookSubscription'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  testWebhookSubscription: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `subscription_id` of the list of subscriptions.
         * @example 0198c0de-0000-7000-8000-000000000050
         */
        subscription_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it, whatever it was. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status_code": 204,
           *       "latency_ms": 48,
           *       "error": null,
           *       "request": {
           *         "headers": {
           *           "Content-Type": "application/json",
           *           "User-Agent": "Clinical-Triage-Webhooks/1",
           *           "X-Svc-Event": "assessment.completed",
           *           "X-Svc-Event-Id": "0198c0de-0000-7000-8000-000000000064",
           *           "X-Svc-Delivery-Id": "0198c0de-0000-7000-8000-000000000051",
           *           "X-Svc-Attempt": "1",
           *           "X-Svc-Timestamp": "1772440471",
           *           "webhook-id": "0198c0de-0000-7000-8000-000000000064",
           *           "webhook-timestamp": "1772440471",
           *           "X-Svc-Signature-256": "4ff3b929dbf01af8cb6048294e8e8eff99c0e23b9b6a1631ca0efe7ff8cf9a54",
           *           "webhook-signature": "v1,9nDsb7jgax+BNDKE7qQCoXQbe6FiUYtqCg1YmRdNPSY="
           *         },
           *         "body": "{\"id\":\"0198c0de-0000-7000-8000-000000000064\",\"type\":\"assessment.completed\",\"created_at\":\"2026-03-02T08:34:30.000Z\",\"occurred_at\":\"2026-03-02T08:34:30.000Z\",\"sequence\":12,\"api_version\":\"v1\",\"tenant_id\":\"0198c0de-0000-7000-8000-000000000010\",\"test\":false,\"data\":{\"session_id\":\"0198c0de-0000-7000-8000-000000000030\",\"triage_level\":\"emergency_ambulance\",\"red_flags\":[\"rf_acs_features\",\"rf_chest_pain_breathless\"],\"primary_diagnosis_icd\":\"I20.8\",\"questions_asked\":5}}"
           *       }
           *     }
           */
          'application/json': components['schemas']['WebhookTestResult'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  replayWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `delivery_id` of the list of deliveries.
         * @example 0198c0de-0000-7000-8000-000000000051
         */
        delivery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery, due now. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivery_id": "0198c0de-0000-7000-8000-000000000052",
           *       "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *       "event_id": "0198c0de-0000-7000-8000-000000000064",
           *       "event_type": "assessment.completed",
           *       "status": "failed",
           *       "attempts": 7,
           *       "next_retry_at": "2026-03-02T10:00:00.000Z",
           *       "last_status_code": 503,
           *       "last_error": "http_server_error",
           *       "created_at": "2026-03-02T08:34:30.000Z",
           *       "delivered_at": null,
           *       "resolved_at": null,
           *       "resolution_reason": null
           *     }
           */
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  resolveWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `delivery_id` of the list of deliveries.
         * @example 0198c0de-0000-7000-8000-000000000051
         */
        delivery_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Fetched through the API instead."
         *     }
         */
        'application/json': components['schemas']['ResolveWebhookDelivery'];
      };
    };
    responses: {
      /** @description The delivery, resolved. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivery_id": "0198c0de-0000-7000-8000-000000000052",
           *       "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *       "event_id": "0198c0de-0000-7000-8000-000000000064",
           *       "event_type": "assessment.completed",
           *       "status": "dead-lettered",
           *       "attempts": 7,
           *       "next_retry_at": null,
           *       "last_status_code": 503,
           *       "last_error": "http_server_error",
           *       "created_at": "2026-03-02T08:34:30.000Z",
           *       "delivered_at": null,
           *       "resolved_at": "2026-03-02T10:00:00.000Z",
           *       "resolution_reason": "Fetched through the API instead."
           *     }
           */
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listDataExtracts: {
    parameters: {
      query?: {
        /**
         * @description How many entries a page holds at most.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page; left out or empty for the first one.
         * @example
         */
        cursor?: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page; next_cursor is empty after the last one. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "extract_id": "0198c0de-0000-7000-8000-000000000083",
           *           "status": "done",
           *           "recipient": "team",
           *           "datasets": [
           *             "sessions",
           *             "session_steps"
           *           ],
           *           "format": "parquet",
           *           "since": null,
           *           "until": "MTIzNDU2",
           *           "rows": 5,
           *           "problem": null,
           *           "created_at": "2026-03-03T08:34:30.000Z",
           *           "finished_at": "2026-03-03T08:34:32.000Z",
           *           "expires_at": "2026-03-04T08:34:32.000Z",
           *           "links_expire_at": "2026-03-03T08:49:32.000Z",
           *           "files": [
           *             {
           *               "path": "manifest.json",
           *               "bytes": 2048,
           *               "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
           *               "url": "https://triage.example.org/v1/data/files?token=Zm9v"
           *             },
           *             {
           *               "path": "dataset=sessions/day=2026-03-02/part-0.parquet",
           *               "bytes": 4096,
           *               "sha256": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
           *               "url": "https://triage.example.org/v1/data/files?token=Zm9v"
           *             },
           *             {
           *               "path": "dataset=session_steps/day=2026-03-02/part-0.parquet",
           *               "bytes": 6144,
           *               "sha256": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc",
           *               "url": "https://triage.example.org/v1/data/files?token=Zm9v"
           *             }
           *           ]
           *         }
           *       ],
           *       "next_cursor": ""
           *     }
           */
          'application/json': components['schemas']['DataExtractPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  requestDataExtract: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "datasets": [
         *         "sessions",
         *         "session_steps"
         *       ],
         *       "format": "parquet"
         *     }
         */
        'application/json': components['schemas']['RequestDataExtract'];
      };
    };
    responses: {
      /** @description The extract, queued. */
      202: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "extract_id": "0198c0de-0000-7000-8000-000000000083",
           *       "status": "done",
           *       "recipient": "team",
           *       "datasets": [
           *         "sessions",
           *         "session_steps"
           *       ],
           *       "format": "parquet",
           *       "since": null,
           *       "until": "MTIzNDU2",
           *       "rows": 5,
           *       "problem": null,
           *       "created_at": "2026-03-03T08:34:30.000Z",
           *       "finished_at": "2026-03-03T08:34:32.000Z",
           *       "expires_at": "2026-03-04T08:34:32.000Z",
           *       "links_expire_at": "2026-03-03T08:49:32.000Z",
           *       "files": [
           *         {
           *           "path": "manifest.json",
           *           "bytes": 2048,
           *           "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
           *           "url": "https://triage.example.org/v1/data/files?token=Zm9v"
           *         },
           *         {
           *           "path": "dataset=sessions/day=2026-03-02/part-0.parquet",
           *           "bytes": 4096,
           *           "sha256": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
           *           "url": "https://triage.example.org/v1/data/files?token=Zm9v"
           *         },
           *         {
           *           "path": "dataset=session_steps/day=2026-03-02/part-0.parquet",
           *           "bytes": 6144,
           *           "sha256": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc",
           *           "url": "https://triage.example.org/v1/data/files?token=Zm9v"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DataExtract'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  replayAllDeadLetters: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "confirm": true
         *     }
         */
        'application/json': components['schemas']['ReplayAllDeadLetters'];
      };
    };
    responses: {
      /** @description How many there were. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "replayed": 1,
           *       "remaining": 0,
           *       "of_disabled_subscriptions": 0
           *     }
           */
          'application/json': components['schemas']['ReplayedDeadLetters'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  inviteMember: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "jana@clinic.example",
         *       "name": "Jana Nová",
         *       "role": "developer"
         *     }
         */
        'application/json': components['schemas']['InviteMember'];
      };
    };
    responses: {
      /** @description The invited member. The link is in the mail only. */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "member_id": "0198c0de-0000-7000-8000-000000000012",
           *       "email": "jana@clinic.example",
           *       "name": "Jana Nová",
           *       "role": "developer",
           *       "is_active": false,
           *       "accepted_at": null,
           *       "invite_expires_at": "2026-03-09T09:00:00.000Z",
           *       "last_login_at": null,
           *       "created_at": "2026-03-02T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['InvitedMember'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  inviteMemberFromDashboard: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.
         * @example 7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "jana@clinic.example",
         *       "name": "Jana Nová",
         *       "role": "developer"
         *     }
         */
        'application/json': components['schemas']['InviteMember'];
      };
    };
    responses: {
      /** @description The invited member. The link is in the mail only. */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "member_id": "0198c0de-0000-7000-8000-000000000012",
           *       "email": "jana@clinic.example",
           *       "name": "Jana Nová",
           *       "role": "developer",
           *       "is_active": false,
           *       "accepted_at": null,
           *       "invite_expires_at": "2026-03-09T09:00:00.000Z",
           *       "last_login_at": null,
           *       "created_at": "2026-03-02T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['InvitedMember'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  inviteMemberOldPath: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  changeMemberRole: {
    parameters: {
      query?: {
        /**
         * @deprecated
         * @description Deprecated: send the JSON body. Without both, viewer is meant.
         * @example viewer
         */
        role?: components['schemas']['Role'];
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `member_id` of the team list.
         * @example 0198c0de-0000-7000-8000-000000000012
         */
        member_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "admin"
         *     }
         */
        'application/json': components['schemas']['ChangeRole'];
      };
    };
    responses: {
      /** @description The member. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Deprecated form only: since when, as @ and Unix seconds (RFC 9745).
           * @example @1777075200
           */
          Deprecation?: string;
          /**
           * @description Deprecated form only: from when on it is refused (RFC 8594).
           * @example Thu, 23 Jul 2026 00:00:00 GMT
           */
          Sunset?: string;
          /**
           * @description Deprecated form only: the successor version.
           * @example </v1/admin/tier>; rel="successor-version"
           */
          Link?: string;
          /**
           * @description Deprecated form only: 299, with what to do instead.
           * @example 299 - "use request body instead"
           */
          Warning?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "member_id": "0198c0de-0000-7000-8000-000000000012",
           *       "email": "jana@clinic.example",
           *       "name": "Jana Nová",
           *       "role": "admin",
           *       "is_active": true,
           *       "accepted_at": "2026-03-02T09:20:00.000Z",
           *       "invite_expires_at": null,
           *       "last_login_at": null,
           *       "created_at": "2026-03-02T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['TeamMember'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  deactivateMember: {
    parameters: {
      query?: {
        /**
         * @description Whether keys that the member made, or that were made with one of these, are revoked as well.
         * @example true
         */
        revoke_keys?: components['schemas']['Switch'];
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path: {
        /**
         * @description The `member_id` of the team list.
         * @example 0198c0de-0000-7000-8000-000000000012
         */
        member_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The member, no longer active. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "member_id": "0198c0de-0000-7000-8000-000000000012",
           *       "email": "jana@clinic.example",
           *       "name": "Jana Nová",
           *       "role": "developer",
           *       "is_active": false,
           *       "accepted_at": "2026-03-02T09:20:00.000Z",
           *       "invite_expires_at": null,
           *       "last_login_at": null,
           *       "created_at": "2026-03-02T09:00:00.000Z",
           *       "keys_revoked": [],
           *       "keys_left": []
           *     }
           */
          'application/json': components['schemas']['DeactivatedMember'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  register: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "anna@clinic.example",
         *       "password": "a long sentence of my own",
         *       "name": "Anna Novotná",
         *       "company": "Clinic Example"
         *     }
         */
        'application/json': components['schemas']['Register'];
      };
    };
    responses: {
      /** @description A mail is on its way to the address. */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "challenge_id": "0198c0de-0000-7000-8000-000000000001",
           *       "code_expires_at": "2026-03-02T08:10:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Registration'];
        };
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  acceptInvite: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "k3J0pX2Yw1sVt4uQe7rZb9nMa6cLd8fGh5iTj0oPqRs",
         *       "password": "a long and unusual phrase",
         *       "name": "Jana Nová"
         *     }
         */
        'application/json': components['schemas']['AcceptInvite'];
      };
    };
    responses: {
      /** @description The member, active. */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "member_id": "0198c0de-0000-7000-8000-000000000012",
           *       "email": "jana@clinic.example",
           *       "name": "Jana Nová",
           *       "role": "developer",
           *       "is_active": true,
           *       "accepted_at": "2026-03-02T09:20:00.000Z",
           *       "invite_expires_at": null,
           *       "last_login_at": null,
           *       "created_at": "2026-03-02T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['TeamMember'];
        };
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  login: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "anna@clinic.example",
         *       "password": "a long sentence of my own"
         *     }
         */
        'application/json': components['schemas']['Login'];
      };
    };
    responses: {
      /** @description Signed in: sets the cookies svc_session and svc_csrf, after a code svc_trusted_device as well. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description The cookies, each in a header of its own.
           * @example svc_session=…; Path=/; HttpOnly; Secure; SameSite=Lax
           */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "member_id": "0198c0de-0000-7000-8000-000000000011",
           *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
           *       "role": "owner",
           *       "csrf_token": "ExampleExampleExampleExampleExampleExample0",
           *       "expires_at": "2026-03-02T20:02:00.000Z"
           *     }
           */
          'application/json': components['schemas']['SignedIn'];
        };
      };
      /** @description A code is needed. It was mailed, provided that address and password are right; the answer does not tell. */
      202: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "challenge_id": "0198c0de-0000-7000-8000-000000000001",
           *       "code_expires_at": "2026-03-02T08:10:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Challenge'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  verifyCode: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "challenge_id": "0198c0de-0000-7000-8000-000000000001",
         *       "code": "042137"
         *     }
         */
        'application/json': components['schemas']['VerifyCode'];
      };
    };
    responses: {
      /** @description Signed in: sets the cookies svc_session and svc_csrf, after a code svc_trusted_device as well. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description The cookies, each in a header of its own.
           * @example svc_session=…; Path=/; HttpOnly; Secure; SameSite=Lax
           */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "member_id": "0198c0de-0000-7000-8000-000000000011",
           *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
           *       "role": "owner",
           *       "csrf_token": "ExampleExampleExampleExampleExampleExample0",
           *       "expires_at": "2026-03-02T20:02:00.000Z"
           *     }
           */
          'application/json': components['schemas']['SignedIn'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  resendCode: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "challenge_id": "0198c0de-0000-7000-8000-000000000001"
         *     }
         */
        'application/json': components['schemas']['ResendCode'];
      };
    };
    responses: {
      /** @description A code is needed. It was mailed, provided that address and password are right; the answer does not tell. */
      202: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "challenge_id": "0198c0de-0000-7000-8000-000000000001",
           *       "code_expires_at": "2026-03-02T08:10:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Challenge'];
        };
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  forgotPassword: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "anna@clinic.example"
         *     }
         */
        'application/json': components['schemas']['ForgotPassword'];
      };
    };
    responses: {
      /** @description Taken. A link was mailed, provided that the address has an account. */
      202: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "accepted": true
           *     }
           */
          'application/json': components['schemas']['ResetRequested'];
        };
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  resetPassword: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "mD0Yx6mJfJc4mJcTqkq0tT0m2eTzFr8l0S2b5u8yqkE",
         *       "new_password": "a long sentence of my own"
         *     }
         */
        'application/json': components['schemas']['ResetPassword'];
      };
    };
    responses: {
      /** @description The new password is set. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "password_changed": true
           *     }
           */
          'application/json': components['schemas']['PasswordChanged'];
        };
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  exchangeApiKey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session: sets the cookies svc_session and svc_csrf. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description The cookies, each in a header of its own.
           * @example svc_session=…; Path=/; HttpOnly; Secure; SameSite=Lax
           */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
           *       "key_id": "0198c0de-0000-7000-8000-000000000020",
           *       "scopes": [
           *         "sessions:read",
           *         "sessions:write",
           *         "patients:read",
           *         "patients:write",
           *         "webhooks:read",
           *         "webhooks:write",
           *         "admin:read",
           *         "admin:write"
           *       ],
           *       "test": false,
           *       "csrf_token": "ExampleExampleExampleExampleExampleExample0",
           *       "expires_at": "2026-03-02T20:02:00.000Z"
           *     }
           */
          'application/json': components['schemas']['KeySession'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  logout: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signed out. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Clears the cookies svc_session and svc_csrf.
           * @example svc_session=; Path=/; Max-Age=0
           */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "logged_out": true
           *     }
           */
          'application/json': components['schemas']['LoggedOut'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  startSso: {
    parameters: {
      query: {
        /**
         * @description The part of an address after its @, internationalised ones in ASCII form.
         * @example clinic.example
         */
        domain: string;
        /**
         * @description Where to lead back to: same-origin, or of an origin of the CORS allowlist.
         * @example /dashboard
         */
        return_url?: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description To the provider's authorization endpoint. */
      302: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Where the browser goes on.
           * @example https://login.clinic.example/authorize?client_id=triage
           */
          Location?: string;
          /**
           * @description The cookies, each in a header of its own.
           * @example svc_session=…; Path=/; HttpOnly; Secure; SameSite=Lax
           */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      502: components['responses']['BadGateway'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  startSsoOfDomain: {
    parameters: {
      query?: {
        /**
         * @description Where to lead back to: same-origin, or of an origin of the CORS allowlist.
         * @example /dashboard
         */
        return_url?: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The part of an address after its @, internationalised ones in ASCII form.
         * @example clinic.example
         */
        domain: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description To the provider's authorization endpoint. */
      302: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Where the browser goes on.
           * @example https://login.clinic.example/authorize?client_id=triage
           */
          Location?: string;
          /**
           * @description The cookies, each in a header of its own.
           * @example svc_session=…; Path=/; HttpOnly; Secure; SameSite=Lax
           */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      502: components['responses']['BadGateway'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  finishSso: {
    parameters: {
      query?: {
        /**
         * @description The authorization code of the provider; with an error there is none.
         * @example SplxlOBeZQQYbYS6WxSbIA
         */
        code?: string;
        /**
         * @description What the sign-in began with; binds the answer to the browser.
         * @example af0ifjsldkj
         */
        state?: string;
        /**
         * @description Code of what went wrong at the provider (RFC 6749).
         * @example access_denied
         */
        error?: string;
        /**
         * @description The same in words, by the provider.
         * @example The user refused.
         */
        error_description?: string;
        /**
         * @description The provider that answers (RFC 9207).
         * @example https://login.clinic.example
         */
        iss?: string;
        /**
         * @description State of the session at the provider (OpenID Connect); not used.
         * @example 5f3c
         */
        session_state?: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signed in: sets the three cookies and leads to the dashboard, or to return_url. */
      302: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Where the browser goes on.
           * @example https://login.clinic.example/authorize?client_id=triage
           */
          Location?: string;
          /**
           * @description The cookies, each in a header of its own.
           * @example svc_session=…; Path=/; HttpOnly; Secure; SameSite=Lax
           */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      502: components['responses']['BadGateway'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  finishOidc: {
    parameters: {
      query?: {
        /**
         * @description The authorization code of the provider; with an error there is none.
         * @example SplxlOBeZQQYbYS6WxSbIA
         */
        code?: string;
        /**
         * @description What the sign-in began with; binds the answer to the browser.
         * @example af0ifjsldkj
         */
        state?: string;
        /**
         * @description Code of what went wrong at the provider (RFC 6749).
         * @example access_denied
         */
        error?: string;
        /**
         * @description The same in words, by the provider.
         * @example The user refused.
         */
        error_description?: string;
        /**
         * @description The provider that answers (RFC 9207).
         * @example https://login.clinic.example
         */
        iss?: string;
        /**
         * @description State of the session at the provider (OpenID Connect); not used.
         * @example 5f3c
         */
        session_state?: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signed in: sets the three cookies and leads to the dashboard, or to return_url. */
      302: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Where the browser goes on.
           * @example https://login.clinic.example/authorize?client_id=triage
           */
          Location?: string;
          /**
           * @description The cookies, each in a header of its own.
           * @example svc_session=…; Path=/; HttpOnly; Secure; SameSite=Lax
           */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      502: components['responses']['BadGateway'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getSessionState: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state, without differentials. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Svc-Tokens-Charged': components['headers']['X-Svc-Tokens-Charged'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "status": "active",
           *       "questions_asked": 5,
           *       "is_complete": true,
           *       "triage_level": "emergency_ambulance",
           *       "active_branches": [
           *         "chest_pain"
           *       ],
           *       "red_flags": [
           *         "rf_acs_features",
           *         "rf_chest_pain_breathless"
           *       ],
           *       "current_question": null,
           *       "created_at": "2026-03-02T08:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['SessionState'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getSessionResults: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The results as they were last recorded. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Svc-Tokens-Charged': components['headers']['X-Svc-Tokens-Charged'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "triage_level": "emergency_ambulance",
           *       "differentials": [
           *         {
           *           "code": "stable_angina",
           *           "diagnosis": "Stable angina",
           *           "diagnosis_cs": "Stabilní angina pectoris",
           *           "icd": "I20.8",
           *           "probability": 0.3783,
           *           "rank": 1
           *         },
           *         {
           *           "code": "acute_myocardial_infarction",
           *           "diagnosis": "Acute myocardial infarction",
           *           "diagnosis_cs": "Akutní infarkt myokardu",
           *           "icd": "I21.9",
           *           "probability": 0.2127,
           *           "rank": 2
           *         },
           *         {
           *           "code": "unstable_angina",
           *           "diagnosis": "Unstable angina",
           *           "diagnosis_cs": "Nestabilní angina pectoris",
           *           "icd": "I20.0",
           *           "probability": 0.1445,
           *           "rank": 3
           *         }
           *       ],
           *       "red_flags": [
           *         {
           *           "flag": "rf_acs_features",
           *           "description": "Chest pain with two or more features of a heart attack, age 35 or over",
           *           "description_cs": "Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let"
           *         },
           *         {
           *           "flag": "rf_chest_pain_breathless",
           *           "description": "Chest pain with breathlessness, age 40 or over",
           *           "description_cs": "Bolest na hrudi s dušností, věk od 40 let"
           *         }
           *       ],
           *       "primary_diagnosis": "Stable angina",
           *       "primary_diagnosis_icd": "I20.8",
           *       "primary_probability": 0.3783,
           *       "questions_asked": 5,
           *       "meta": {
           *         "tokens_charged": 0,
           *         "processing_time_ms": 24
           *       }
           *     }
           */
          'application/json': components['schemas']['SessionResults'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  exportSession: {
    parameters: {
      query?: {
        /** @description The record in JSON, or as a FHIR R4 Bundle. */
        format?: components['schemas']['RecordFormat'];
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The record; with format=fhir the Bundle. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "test": false,
           *       "patient_id": "CARDIO-2041",
           *       "chief_complaint": "chest pain since this morning",
           *       "complaint_code": "chest_pain",
           *       "demographics": {
           *         "age": 55,
           *         "sex": "male"
           *       },
           *       "free_text": null,
           *       "background": {
           *         "chronic_conditions": [
           *           "hypertension"
           *         ],
           *         "current_medications": [
           *           "ramipril 5 mg"
           *         ],
           *         "allergies": [
           *           "penicillin"
           *         ],
           *         "risk_factors": [],
           *         "family_history": [
           *           "father: heart attack at 52"
           *         ],
           *         "smoking_status": "current",
           *         "alcohol_status": "occasional",
           *         "evidence": [
           *           {
           *             "finding": "smoker",
           *             "status": "present",
           *             "confidence": 1,
           *             "source": "profile"
           *           }
           *         ]
           *       },
           *       "initial_fields": {},
           *       "unrecognised": [],
           *       "answers": [
           *         {
           *           "at": "2026-03-02T08:30:30.000Z",
           *           "revision": 1,
           *           "kind": "route",
           *           "erased": false,
           *           "skipped": false,
           *           "question_id": null,
           *           "question": null,
           *           "raw_text": "My chest hurts when I climb the stairs. It started two hours ago.",
           *           "supplied_fields": {},
           *           "supplied_flags": [],
           *           "extracted_fields": {
           *             "has_chest_pain": true,
           *             "chest_pain_on_exertion": true,
           *             "duration_hours": 2
           *           },
           *           "extracted_flags": [],
           *           "field_confidences": {
           *             "has_chest_pain": 0.95,
           *             "chest_pain_on_exertion": 0.9,
           *             "duration_hours": 0.75
           *           },
           *           "evidence": [
           *             {
           *               "finding": "has_chest_pain",
           *               "status": "present",
           *               "confidence": 0.95,
           *               "source": "text",
           *               "span": {
           *                 "start": 3,
           *                 "end": 14,
           *                 "text": "chest hurts"
           *               }
           *             },
           *             {
           *               "finding": "chest_pain_on_exertion",
           *               "status": "present",
           *               "confidence": 0.9,
           *               "source": "text",
           *               "span": {
           *                 "start": 9,
           *                 "end": 38,
           *                 "text": "hurts when I climb the stairs"
           *               }
           *             },
           *             {
           *               "finding": "duration_hours",
           *               "status": "present",
           *               "value": 2,
           *               "confidence": 0.75,
           *               "source": "text",
           *               "span": {
           *                 "start": 51,
           *                 "end": 60,
           *                 "text": "two hours"
           *               }
           *             }
           *           ]
           *         },
           *         {
           *           "at": "2026-03-02T08:33:50.000Z",
           *           "revision": 7,
           *           "kind": "question",
           *           "erased": false,
           *           "skipped": false,
           *           "extracted_fields": {
           *             "radiates_left_arm": true
           *           },
           *           "extracted_flags": [],
           *           "field_confidences": {
           *             "radiates_left_arm": 0.97
           *           },
           *           "evidence": [
           *             {
           *               "finding": "radiates_left_arm",
           *               "status": "present",
           *               "confidence": 0.97,
           *               "source": "text",
           *               "span": {
           *                 "start": 0,
           *                 "end": 3,
           *                 "text": "Yes"
           *               }
           *             }
           *           ],
           *           "question_id": "radiates_left_arm",
           *           "question": {
           *             "text": "Does the pain spread to your left arm or shoulder?",
           *             "text_cs": "Šíří se bolest do levé ruky nebo ramene?"
           *           },
           *           "raw_text": "Yes, into my left arm.",
           *           "supplied_fields": {},
           *           "supplied_flags": []
           *         }
           *       ],
           *       "state": {
           *         "session_id": "0198c0de-0000-7000-8000-000000000030",
           *         "status": "finalized",
           *         "questions_asked": 5,
           *         "is_complete": true,
           *         "triage_level": "emergency_ambulance",
           *         "active_branches": [
           *           "chest_pain"
           *         ],
           *         "red_flags": [
           *           "rf_acs_features",
           *           "rf_chest_pain_breathless"
           *         ],
           *         "current_question": null,
           *         "created_at": "2026-03-02T08:30:00.000Z"
           *       },
           *       "results": {
           *         "session_id": "0198c0de-0000-7000-8000-000000000030",
           *         "triage_level": "emergency_ambulance",
           *         "differentials": [
           *           {
           *             "code": "stable_angina",
           *             "diagnosis": "Stable angina",
           *             "diagnosis_cs": "Stabilní angina pectoris",
           *             "icd": "I20.8",
           *             "probability": 0.3783,
           *             "rank": 1
           *           },
           *           {
           *             "code": "acute_myocardial_infarction",
           *             "diagnosis": "Acute myocardial infarction",
           *             "diagnosis_cs": "Akutní infarkt myokardu",
           *             "icd": "I21.9",
           *             "probability": 0.2127,
           *             "rank": 2
           *           },
           *           {
           *             "code": "unstable_angina",
           *             "diagnosis": "Unstable angina",
           *             "diagnosis_cs": "Nestabilní angina pectoris",
           *             "icd": "I20.0",
           *             "probability": 0.1445,
           *             "rank": 3
           *           }
           *         ],
           *         "red_flags": [
           *           {
           *             "flag": "rf_acs_features",
           *             "description": "Chest pain with two or more features of a heart attack, age 35 or over",
           *             "description_cs": "Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let"
           *           },
           *           {
           *             "flag": "rf_chest_pain_breathless",
           *             "description": "Chest pain with breathlessness, age 40 or over",
           *             "description_cs": "Bolest na hrudi s dušností, věk od 40 let"
           *           }
           *         ],
           *         "primary_diagnosis": "Stable angina",
           *         "primary_diagnosis_icd": "I20.8",
           *         "primary_probability": 0.3783,
           *         "questions_asked": 5,
           *         "meta": {
           *           "tokens_charged": 0,
           *           "processing_time_ms": 24
           *         }
           *       },
           *       "summary": {
           *         "presenting_complaint": "Chest pain (\"chest pain since this morning\")",
           *         "presenting_complaint_cs": "Bolest na hrudi („chest pain since this morning“)",
           *         "history": [
           *           "Symptoms for less than 24 hours",
           *           "Duration of symptoms: 2 hours"
           *         ],
           *         "pertinent_positives": [
           *           "Chest pain",
           *           "Chest pain brought on by exertion",
           *           "Dyspnoea",
           *           "Pressing or crushing chest pain",
           *           "Pain radiating to the left arm or shoulder"
           *         ],
           *         "pertinent_negatives": [
           *           "Cold sweat",
           *           "Loss of consciousness"
           *         ],
           *         "red_flags": [
           *           {
           *             "flag": "rf_acs_features",
           *             "description": "Chest pain with two or more features of a heart attack, age 35 or over",
           *             "description_cs": "Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let"
           *           },
           *           {
           *             "flag": "rf_chest_pain_breathless",
           *             "description": "Chest pain with breathlessness, age 40 or over",
           *             "description_cs": "Bolest na hrudi s dušností, věk od 40 let"
           *           }
           *         ],
           *         "differentials": [
           *           {
           *             "code": "stable_angina",
           *             "diagnosis": "Stable angina",
           *             "diagnosis_cs": "Stabilní angina pectoris",
           *             "icd": "I20.8",
           *             "probability": 0.3783,
           *             "rank": 1,
           *             "evidence_for": [
           *               {
           *                 "finding": "chest_pain_on_exertion",
           *                 "label": "Chest pain brought on by exertion",
           *                 "label_cs": "Bolest na hrudi při námaze",
           *                 "weight": 1.107
           *               },
           *               {
           *                 "finding": "hypertension",
           *                 "label": "Known hypertension",
           *                 "label_cs": "Arteriální hypertenze v anamnéze",
           *                 "weight": 0.56
           *               },
           *               {
           *                 "finding": "has_dyspnoea",
           *                 "label": "Dyspnoea",
           *                 "label_cs": "Dušnost",
           *                 "weight": 0.542
           *               }
           *             ],
           *             "evidence_against": [
           *               {
           *                 "finding": "lasts_over_3_weeks",
           *                 "label": "Not present: Symptoms for three weeks or more",
           *                 "label_cs": "Není přítomno: Obtíže trvající tři týdny a déle",
           *                 "weight": -0.566
           *               }
           *             ]
           *           },
           *           {
           *             "code": "acute_myocardial_infarction",
           *             "diagnosis": "Acute myocardial infarction",
           *             "diagnosis_cs": "Akutní infarkt myokardu",
           *             "icd": "I21.9",
           *             "probability": 0.2127,
           *             "rank": 2,
           *             "evidence_for": [
           *               {
           *                 "finding": "has_dyspnoea",
           *                 "label": "Dyspnoea",
           *                 "label_cs": "Dušnost",
           *                 "weight": 0.683
           *               },
           *               {
           *                 "finding": "radiates_left_arm",
           *                 "label": "Pain radiating to the left arm or shoulder",
           *                 "label_cs": "Vystřelování do levé paže nebo ramene",
           *                 "weight": 0.658
           *               },
           *               {
           *                 "finding": "lasts_under_24h",
           *                 "label": "Symptoms for less than 24 hours",
           *                 "label_cs": "Obtíže trvající méně než 24 hodin",
           *                 "weight": 0.615
           *               }
           *             ],
           *             "evidence_against": [
           *               {
           *                 "finding": "cold_sweat",
           *                 "label": "Not present: Cold sweat",
           *                 "label_cs": "Není přítomno: Studený pot",
           *                 "weight": -0.388
           *               }
           *             ]
           *           }
           *         ],
           *         "recommended_next_step": "Call an ambulance now (in Europe 112, in Czechia 155).",
           *         "recommended_next_step_cs": "Ihned volejte zdravotnickou záchrannou službu (155, případně 112).",
           *         "patient_context": [
           *           "55 years old",
           *           "male",
           *           "Known hypertension",
           *           "Early heart disease in the family",
           *           "Current smoker",
           *           "Chronic conditions: hypertension",
           *           "Current medication: ramipril 5 mg",
           *           "Allergies: penicillin",
           *           "Family history: father: heart attack at 52",
           *           "Occasional alcohol"
           *         ],
           *         "lines": [
           *           {
           *             "part": "history",
           *             "code": "lasts_under_24h",
           *             "text": "Symptoms for less than 24 hours",
           *             "text_cs": "Obtíže trvající méně než 24 hodin"
           *           },
           *           {
           *             "part": "history",
           *             "code": "duration_hours",
           *             "text": "Duration of symptoms: 2 hours",
           *             "text_cs": "Trvání obtíží: 2 hodiny"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "has_chest_pain",
           *             "text": "Chest pain",
           *             "text_cs": "Bolest na hrudi"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "chest_pain_on_exertion",
           *             "text": "Chest pain brought on by exertion",
           *             "text_cs": "Bolest na hrudi při námaze"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "has_dyspnoea",
           *             "text": "Dyspnoea",
           *             "text_cs": "Dušnost"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "chest_pressure",
           *             "text": "Pressing or crushing chest pain",
           *             "text_cs": "Tlaková nebo svíravá bolest na hrudi"
           *           },
           *           {
           *             "part": "pertinent_positives",
           *             "code": "radiates_left_arm",
           *             "text": "Pain radiating to the left arm or shoulder",
           *             "text_cs": "Vystřelování do levé paže nebo ramene"
           *           },
           *           {
           *             "part": "pertinent_negatives",
           *             "code": "cold_sweat",
           *             "text": "Cold sweat",
           *             "text_cs": "Studený pot"
           *           },
           *           {
           *             "part": "pertinent_negatives",
           *             "code": "fainted",
           *             "text": "Loss of consciousness",
           *             "text_cs": "Ztráta vědomí"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "55 years old",
           *             "text_cs": "věk 55 let"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "male",
           *             "text_cs": "muž"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": "hypertension",
           *             "text": "Known hypertension",
           *             "text_cs": "Arteriální hypertenze v anamnéze"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": "family_heart_disease",
           *             "text": "Early heart disease in the family",
           *             "text_cs": "Časné srdeční onemocnění v rodině"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": "smoker",
           *             "text": "Current smoker",
           *             "text_cs": "Kouření"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Chronic conditions: hypertension",
           *             "text_cs": "Chronická onemocnění: hypertension"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Current medication: ramipril 5 mg",
           *             "text_cs": "Současná medikace: ramipril 5 mg"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Allergies: penicillin",
           *             "text_cs": "Alergie: penicillin"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Family history: father: heart attack at 52",
           *             "text_cs": "Rodinná anamnéza: father: heart attack at 52"
           *           },
           *           {
           *             "part": "patient_context",
           *             "code": null,
           *             "text": "Occasional alcohol",
           *             "text_cs": "Alkohol příležitostně"
           *           }
           *         ],
           *         "open_points": [],
           *         "sections": [
           *           {
           *             "section": "opening",
           *             "text": "55-year-old man. Presenting complaint: chest pain, for 2 hours – \"chest pain since this morning\". History given by the patient himself.",
           *             "text_cs": "55letý muž. Hlavní potíže: bolest na hrudi, po dobu 2 hodin – „chest pain since this morning“. Anamnézu podává sám pacient."
           *           },
           *           {
           *             "section": "findings",
           *             "text": "Main findings: dyspnoea, chest pain brought on by exertion, pressing or crushing chest pain and pain radiating to the left arm or shoulder.",
           *             "text_cs": "Hlavní nálezy: dušnost, bolest na hrudi při námaze, tlaková nebo svíravá bolest na hrudi a vystřelování do levé paže nebo ramene."
           *           },
           *           {
           *             "section": "negatives",
           *             "text": "Pertinent negatives (not present): cold sweat and loss of consciousness.",
           *             "text_cs": "Významné negativní údaje (není přítomno): studený pot a ztráta vědomí."
           *           },
           *           {
           *             "section": "background",
           *             "text": "Background: known hypertension, early heart disease in the family and current smoker. Chronic conditions: hypertension. Current medication: ramipril 5 mg. Allergies: penicillin. Family history: father: heart attack at 52. Occasional alcohol.",
           *             "text_cs": "Významné okolnosti: arteriální hypertenze v anamnéze, časné srdeční onemocnění v rodině a kouření. Chronická onemocnění: hypertension. Současná medikace: ramipril 5 mg. Alergie: penicillin. Rodinná anamnéza: father: heart attack at 52. Alkohol příležitostně."
           *           },
           *           {
           *             "section": "assessment",
           *             "text": "Triage level: emergency, ambulance needed – on account of a warning sign: chest pain with two or more features of a heart attack, age 35 or over. Further warning signs: chest pain with breathlessness, age 40 or over. Differential diagnosis: possible stable angina (I20.8, 38%), acute myocardial infarction (I21.9, 21%); less likely unstable angina (I20.0, 14%).",
           *             "text_cs": "Naléhavost: akutní stav, nutná záchranná služba – pro varovný příznak: bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let. Další varovné příznaky: bolest na hrudi s dušností, věk od 40 let. Diferenciální diagnóza: možná stabilní angina pectoris (I20.8, 38 %), akutní infarkt myokardu (I21.9, 21 %); méně pravděpodobně nestabilní angina pectoris (I20.0, 14 %)."
           *           },
           *           {
           *             "section": "next_step",
           *             "text": "Recommended next step: Call an ambulance now (in Europe 112, in Czechia 155).",
           *             "text_cs": "Doporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112)."
           *           },
           *           {
           *             "section": "safety_net",
           *             "text": "Somebody should stay with the patient until help arrives, and tell the emergency line at once if the condition worsens.",
           *             "text_cs": "Do příjezdu pomoci má být někdo stále přítomen; zhoršení stavu ihned hlaste na linku 155, případně 112."
           *           }
           *         ],
           *         "narrative": "This is decision support and not a diagnosis: it does not replace examination by a clinician. No clinician has reviewed the knowledge base that it rests on yet.\n55-year-old man. Presenting complaint: chest pain, for 2 hours – \"chest pain since this morning\". History given by the patient himself.\nMain findings: dyspnoea, chest pain brought on by exertion, pressing or crushing chest pain and pain radiating to the left arm or shoulder.\nPertinent negatives (not present): cold sweat and loss of consciousness.\nBackground: known hypertension, early heart disease in the family and current smoker. Chronic conditions: hypertension. Current medication: ramipril 5 mg. Allergies: penicillin. Family history: father: heart attack at 52. Occasional alcohol.\nTriage level: emergency, ambulance needed – on account of a warning sign: chest pain with two or more features of a heart attack, age 35 or over. Further warning signs: chest pain with breathlessness, age 40 or over. Differential diagnosis: possible stable angina (I20.8, 38%), acute myocardial infarction (I21.9, 21%); less likely unstable angina (I20.0, 14%).\nRecommended next step: Call an ambulance now (in Europe 112, in Czechia 155).\nSomebody should stay with the patient until help arrives, and tell the emergency line at once if the condition worsens.",
           *         "narrative_cs": "Jde o podporu rozhodování, nikoli o diagnózu; nenahrazuje vyšetření lékařem. Znalostní bázi, o kterou se opírá, zatím žádný lékař neposoudil.\n55letý muž. Hlavní potíže: bolest na hrudi, po dobu 2 hodin – „chest pain since this morning“. Anamnézu podává sám pacient.\nHlavní nálezy: dušnost, bolest na hrudi při námaze, tlaková nebo svíravá bolest na hrudi a vystřelování do levé paže nebo ramene.\nVýznamné negativní údaje (není přítomno): studený pot a ztráta vědomí.\nVýznamné okolnosti: arteriální hypertenze v anamnéze, časné srdeční onemocnění v rodině a kouření. Chronická onemocnění: hypertension. Současná medikace: ramipril 5 mg. Alergie: penicillin. Rodinná anamnéza: father: heart attack at 52. Alkohol příležitostně.\nNaléhavost: akutní stav, nutná záchranná služba – pro varovný příznak: bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let. Další varovné příznaky: bolest na hrudi s dušností, věk od 40 let. Diferenciální diagnóza: možná stabilní angina pectoris (I20.8, 38 %), akutní infarkt myokardu (I21.9, 21 %); méně pravděpodobně nestabilní angina pectoris (I20.0, 14 %).\nDoporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112).\nDo příjezdu pomoci má být někdo stále přítomen; zhoršení stavu ihned hlaste na linku 155, případně 112."
           *       },
           *       "feedback": {
           *         "accuracy": "partially_correct",
           *         "actual_diagnosis": "Acute myocardial infarction",
           *         "actual_icd10": "I21.9",
           *         "notes": "Troponin raised; taken to the catheter laboratory."
           *       },
           *       "finalized_at": "2026-03-02T08:34:30.000Z",
           *       "timeline": [
           *         {
           *           "revision": 0,
           *           "event_id": "0198c0de-0000-7000-8000-000000000060",
           *           "type": "session-opened",
           *           "at": "2026-03-02T08:30:00.000Z"
           *         },
           *         {
           *           "revision": 1,
           *           "event_id": "0198c0de-0000-7000-8000-000000000061",
           *           "type": "session-routed",
           *           "at": "2026-03-02T08:30:30.000Z"
           *         },
           *         {
           *           "revision": 7,
           *           "event_id": "0198c0de-0000-7000-8000-000000000062",
           *           "type": "session-answered",
           *           "at": "2026-03-02T08:33:50.000Z"
           *         },
           *         {
           *           "revision": 11,
           *           "event_id": "0198c0de-0000-7000-8000-000000000063",
           *           "type": "session-finalized",
           *           "at": "2026-03-02T08:34:30.000Z"
           *         },
           *         {
           *           "revision": 12,
           *           "event_id": "0198c0de-0000-7000-8000-000000000064",
           *           "type": "assessment-completed",
           *           "at": "2026-03-02T08:34:30.000Z"
           *         }
           *       ],
           *       "unreadable": [],
           *       "engine_version": "1.0.0+fa685815"
           *     }
           */
          'application/json': components['schemas']['SessionExport'];
          'application/fhir+json': components['schemas']['FhirBundle'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  explainSession: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The reasoning. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "engine_version": "1.0.0+fa685815",
           *       "explained_by": "1.0.0+fa685815",
           *       "is_exact": true,
           *       "differentials": [
           *         {
           *           "code": "chest_wall_pain",
           *           "diagnosis": "Costochondritis (musculoskeletal chest pain)",
           *           "diagnosis_cs": "Kostochondritida (bolest hrudní stěny)",
           *           "icd": "M94.0",
           *           "probability": 0.301,
           *           "rank": 1,
           *           "evidence_for": [],
           *           "evidence_against": [],
           *           "unasked": [
           *             {
           *               "finding": "vomiting",
           *               "label": "Vomiting",
           *               "label_cs": "Zvracení",
           *               "if_present": -2.9957,
           *               "if_absent": 0.2131,
           *               "source": "Swap CJ, Nagurney JT. Value and limitations of chest pain history in suspected acute coronary syndromes. JAMA 2005;294:2623-9"
           *             }
           *           ]
           *         }
           *       ],
           *       "other_probability": 0.2524,
           *       "question": {
           *         "question_id": "has_dyspnoea",
           *         "reason": "safety_net",
           *         "text": "It belongs to the dangers that are ruled out first for this complaint.",
           *         "text_cs": "Patří k nebezpečím, která se u těchto obtíží vylučují jako první.",
           *         "information": 0.1742,
           *         "rules": []
           *       },
           *       "triage": {
           *         "level": "emergency",
           *         "kind": "complaint",
           *         "decided_by": {
           *           "code": "chest_pain",
           *           "text": "Chest pain",
           *           "text_cs": "Bolest na hrudi",
           *           "source": "NICE CG95. Recent-onset chest pain of suspected cardiac origin (updated 2016)"
           *         },
           *         "findings": [],
           *         "red_flags": [],
           *         "unconfirmed": []
           *       },
           *       "advice": {
           *         "who": "Emergency department",
           *         "who_cs": "Urgentní příjem nemocnice",
           *         "how_soon": "Now",
           *         "how_soon_cs": "Ihned"
           *       }
           *     }
           */
          'application/json': components['schemas']['SessionExplanation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getSessionHistory: {
    parameters: {
      query?: {
        /**
         * @description A revision or a time: the state as it was answered then.
         * @example 7
         */
        at?: number | string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The history; with at the state of then. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "events": [
           *         {
           *           "revision": 0,
           *           "event_id": "0198c0de-0000-7000-8000-000000000060",
           *           "type": "session-opened",
           *           "at": "2026-03-02T08:30:00.000Z",
           *           "actor": {
           *             "type": "api_key",
           *             "id": "0198c0de-0000-7000-8000-000000000020"
           *           },
           *           "request_id": "0198c0de-0000-7000-8000-000000000070",
           *           "engine_version": "1.0.0+fa685815",
           *           "tokens_charged": 1,
           *           "data": {
           *             "session_id": "0198c0de-0000-7000-8000-000000000030",
           *             "test": false,
           *             "complaint": "chest_pain",
           *             "intake": {
           *               "chief_complaint": "chest pain since this morning",
           *               "patient_id": "CARDIO-2041",
           *               "age": 54,
           *               "sex": "male",
           *               "free_text": null,
           *               "initial_fields": {},
           *               "reading": {
           *                 "evidence": [
           *                   {
           *                     "finding": "has_chest_pain",
           *                     "status": "present",
           *                     "confidence": 0.95,
           *                     "source": "text",
           *                     "span": {
           *                       "start": 0,
           *                       "end": 10,
           *                       "text": "chest pain"
           *                     }
           *                   },
           *                   {
           *                     "finding": "lasts_under_24h",
           *                     "status": "present",
           *                     "confidence": 0.95,
           *                     "source": "text",
           *                     "span": {
           *                       "start": 11,
           *                       "end": 29,
           *                       "text": "since this morning"
           *                     }
           *                   },
           *                   {
           *                     "finding": "duration_hours",
           *                     "status": "present",
           *                     "value": 6,
           *                     "confidence": 0.95,
           *                     "source": "text",
           *                     "span": {
           *                       "start": 17,
           *                       "end": 29,
           *                       "text": "this morning"
           *                     }
           *                   }
           *                 ],
           *                 "extracted_fields": {
           *                   "has_chest_pain": true,
           *                   "lasts_under_24h": true,
           *                   "duration_hours": 6
           *                 },
           *                 "extracted_flags": [],
           *                 "field_confidences": {
           *                   "has_chest_pain": 0.95,
           *                   "lasts_under_24h": 0.95,
           *                   "duration_hours": 0.95
           *                 },
           *                 "unrecognised": [],
           *                 "age_months": null,
           *                 "sex": null
           *               },
           *               "branches": [
           *                 "chest_pain"
           *               ],
           *               "background": {
           *                 "chronic_conditions": [
           *                   "hypertension"
           *                 ],
           *                 "current_medications": [
           *                   "ramipril 5 mg"
           *                 ],
           *                 "allergies": [
           *                   "penicillin"
           *                 ],
           *                 "risk_factors": [],
           *                 "family_history": [
           *                   "father: heart attack at 52"
           *                 ],
           *                 "smoking_status": "current",
           *                 "alcohol_status": "occasional",
           *                 "evidence": [
           *                   {
           *                     "finding": "hypertension",
           *                     "status": "present",
           *                     "confidence": 0.95,
           *                     "source": "profile"
           *                   },
           *                   {
           *                     "finding": "family_heart_disease",
           *                     "status": "present",
           *                     "confidence": 0.9,
           *                     "source": "profile"
           *                   },
           *                   {
           *                     "finding": "smoker",
           *                     "status": "present",
           *                     "confidence": 1,
           *                     "source": "profile"
           *                   },
           *                   {
           *                     "finding": "heavy_alcohol",
           *                     "status": "absent",
           *                     "confidence": 1,
           *                     "source": "profile"
           *                   }
           *                 ]
           *               }
           *             },
           *             "outcome": {
           *               "triage_level": "emergency",
           *               "triage_reason": {
           *                 "kind": "complaint",
           *                 "code": "chest_pain",
           *                 "source": "NICE CG95. Recent-onset chest pain of suspected cardiac origin (updated 2016)"
           *               },
           *               "differentials": [
           *                 {
           *                   "code": "chest_wall_pain",
           *                   "diagnosis": "Costochondritis (musculoskeletal chest pain)",
           *                   "diagnosis_cs": "Kostochondritida (bolest hrudní stěny)",
           *                   "icd": "M94.0",
           *                   "probability": 0.262,
           *                   "rank": 1
           *                 },
           *                 {
           *                   "code": "acute_myocardial_infarction",
           *                   "diagnosis": "Acute myocardial infarction",
           *                   "diagnosis_cs": "Akutní infarkt myokardu",
           *                   "icd": "I21.9",
           *                   "probability": 0.1338,
           *                   "rank": 2
           *                 },
           *                 {
           *                   "code": "gastro_oesophageal_reflux",
           *                   "diagnosis": "Gastro-oesophageal reflux disease",
           *                   "diagnosis_cs": "Refluxní choroba jícnu",
           *                   "icd": "K21.9",
           *                   "probability": 0.0692,
           *                   "rank": 3
           *                 }
           *               ],
           *               "red_flags": [],
           *               "active_branches": [
           *                 "chest_pain"
           *               ],
           *               "current_question": {
           *                 "question_id": "has_dyspnoea",
           *                 "text": "Are you short of breath?",
           *                 "text_cs": "Jste dušní, špatně se vám dýchá?",
           *                 "answer_type": "boolean",
           *                 "choices": [],
           *                 "unit": null,
           *                 "reason": {
           *                   "code": "safety_net",
           *                   "text": "It belongs to the dangers that are ruled out first for this complaint.",
           *                   "text_cs": "Patří k nebezpečím, která se u těchto obtíží vylučují jako první."
           *                 },
           *                 "targets": [
           *                   "has_dyspnoea"
           *                 ],
           *                 "is_red_flag": true,
           *                 "is_reask": false
           *               },
           *               "is_complete": false,
           *               "stop_reason": null
           *             }
           *           }
           *         },
           *         {
           *           "revision": 7,
           *           "event_id": "0198c0de-0000-7000-8000-000000000062",
           *           "type": "session-answered",
           *           "at": "2026-03-02T08:33:50.000Z",
           *           "actor": {
           *             "type": "api_key",
           *             "id": "0198c0de-0000-7000-8000-000000000020"
           *           },
           *           "request_id": "0198c0de-0000-7000-8000-000000000070",
           *           "engine_version": "1.0.0+fa685815",
           *           "tokens_charged": 8,
           *           "data": {
           *             "kind": "question",
           *             "skipped": false,
           *             "answer": {
           *               "question_id": "radiates_left_arm",
           *               "raw_text": "Yes, into my left arm.",
           *               "supplied_fields": {},
           *               "supplied_flags": [],
           *               "unclear": false,
           *               "reading": {
           *                 "evidence": [
           *                   {
           *                     "finding": "radiates_left_arm",
           *                     "status": "present",
           *                     "confidence": 0.97,
           *                     "source": "text",
           *                     "span": {
           *                       "start": 0,
           *                       "end": 3,
           *                       "text": "Yes"
           *                     }
           *                   }
           *                 ],
           *                 "extracted_fields": {
           *                   "radiates_left_arm": true
           *                 },
           *                 "extracted_flags": [],
           *                 "field_confidences": {
           *                   "radiates_left_arm": 0.97
           *                 },
           *                 "unrecognised": [],
           *                 "age_months": null,
           *                 "sex": null
           *               }
           *             },
           *             "outcome": {
           *               "triage_level": "emergency_ambulance",
           *               "triage_reason": {
           *                 "kind": "rule",
           *                 "code": "rf_acs_features",
           *                 "source": "NICE NG185. Acute coronary syndromes (2020)"
           *               },
           *               "differentials": [
           *                 {
           *                   "code": "stable_angina",
           *                   "diagnosis": "Stable angina",
           *                   "diagnosis_cs": "Stabilní angina pectoris",
           *                   "icd": "I20.8",
           *                   "probability": 0.3783,
           *                   "rank": 1
           *                 },
           *                 {
           *                   "code": "acute_myocardial_infarction",
           *                   "diagnosis": "Acute myocardial infarction",
           *                   "diagnosis_cs": "Akutní infarkt myokardu",
           *                   "icd": "I21.9",
           *                   "probability": 0.2127,
           *                   "rank": 2
           *                 },
           *                 {
           *                   "code": "unstable_angina",
           *                   "diagnosis": "Unstable angina",
           *                   "diagnosis_cs": "Nestabilní angina pectoris",
           *                   "icd": "I20.0",
           *                   "probability": 0.1445,
           *                   "rank": 3
           *                 }
           *               ],
           *               "red_flags": [
           *                 {
           *                   "flag": "rf_acs_features",
           *                   "description": "Chest pain with two or more features of a heart attack, age 35 or over",
           *                   "description_cs": "Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let"
           *                 },
           *                 {
           *                   "flag": "rf_chest_pain_breathless",
           *                   "description": "Chest pain with breathlessness, age 40 or over",
           *                   "description_cs": "Bolest na hrudi s dušností, věk od 40 let"
           *                 }
           *               ],
           *               "active_branches": [
           *                 "chest_pain"
           *               ],
           *               "current_question": null,
           *               "is_complete": true,
           *               "stop_reason": "emergency",
           *               "new_red_flags": [
           *                 "rf_acs_features"
           *               ]
           *             }
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SessionHistory'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getPastSessionState: {
    parameters: {
      query?: {
        /**
         * @description The state as it was answered at this time. ISO 8601 with an offset or Z.
         * @example 2026-01-31T08:30:00.000Z
         */
        time?: string;
        /**
         * @description The state as it was answered after this revision, which an event of the history has.
         * @example 7
         */
        revision?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `session_id` that POST /v1/sessions answered.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state of then. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session_id": "0198c0de-0000-7000-8000-000000000030",
           *       "revision": 1,
           *       "erased": false,
           *       "unreadable": false,
           *       "state": {
           *         "session_id": "0198c0de-0000-7000-8000-000000000030",
           *         "status": "active",
           *         "questions_asked": 5,
           *         "is_complete": true,
           *         "triage_level": "emergency_ambulance",
           *         "active_branches": [
           *           "chest_pain"
           *         ],
           *         "red_flags": [
           *           "rf_acs_features",
           *           "rf_chest_pain_breathless"
           *         ],
           *         "current_question": null,
           *         "created_at": "2026-03-02T08:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['PastSessionState'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listPatients: {
    parameters: {
      query?: {
        /**
         * @description How many entries a page holds at most.
         * @example 50
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page; left out or empty for the first one.
         * @example
         */
        cursor?: string;
        /**
         * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
         * @example CARDIO-2041
         */
        partner_patient_id?: string;
        /**
         * @description Only the profile with this id.
         * @example 0198c0de-0000-7000-8000-000000000010
         */
        profile_id?: string;
        /**
         * @description A part of partner_patient_id, without regard to case. Ignored beside partner_patient_id.
         * @example cardio
         */
        q?: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page; next_cursor is empty after the last one. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "profile_id": "0198c0de-0000-7000-8000-000000000040",
           *           "partner_patient_id": "CARDIO-2041",
           *           "age": 55,
           *           "sex": "male",
           *           "chronic_conditions": [
           *             "hypertension"
           *           ],
           *           "current_medications": [
           *             "ramipril 5 mg"
           *           ],
           *           "allergies": [
           *             "penicillin"
           *           ],
           *           "risk_factors": [],
           *           "family_history": [
           *             "father: heart attack at 52"
           *           ],
           *           "smoking_status": "current",
           *           "alcohol_status": "occasional",
           *           "sessions_count": 1,
           *           "last_session_at": "2026-03-02T08:30:00.000Z",
           *           "created_at": "2026-03-02T08:29:00.000Z",
           *           "hold": null,
           *           "test": false,
           *           "session_count_total": 1,
           *           "session_count_active": 0,
           *           "updated_at": "2026-03-02T08:30:00.000Z"
           *         }
           *       ],
           *       "next_cursor": ""
           *     }
           */
          'application/json': components['schemas']['PatientPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listPatientSessions: {
    parameters: {
      query?: {
        /**
         * @description How many entries a page holds at most.
         * @example 2000
         */
        limit?: number;
        /**
         * @description How many entries to pass over: those of the pages before.
         * @example 0
         */
        offset?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path: {
        /**
         * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
         * @example CARDIO-2041
         */
        patient_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Entries that match, on all pages.
           * @example 1
           */
          'X-Total-Count'?: number;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "session_id": "0198c0de-0000-7000-8000-000000000030",
           *         "status": "finalized",
           *         "chief_complaint": "chest pain since this morning",
           *         "triage_level": "emergency_ambulance",
           *         "primary_diagnosis": "Stable angina",
           *         "primary_diagnosis_cs": "Stabilní angina pectoris",
           *         "primary_diagnosis_icd": "I20.8",
           *         "questions_asked": 5,
           *         "created_at": "2026-03-02T08:30:00.000Z",
           *         "completed_at": "2026-03-02T08:34:30.000Z"
           *       }
           *     ]
           */
          'application/json': components['schemas']['PatientSession'][];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getPatientSummary: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path: {
        /**
         * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
         * @example CARDIO-2041
         */
        patient_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The summary; 404 where there is neither profile nor session. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "partner_patient_id": "CARDIO-2041",
           *       "profile_exists": true,
           *       "profile": {
           *         "profile_id": "0198c0de-0000-7000-8000-000000000040",
           *         "partner_patient_id": "CARDIO-2041",
           *         "age": 55,
           *         "sex": "male",
           *         "chronic_conditions": [
           *           "hypertension"
           *         ],
           *         "current_medications": [
           *           "ramipril 5 mg"
           *         ],
           *         "allergies": [
           *           "penicillin"
           *         ],
           *         "risk_factors": [],
           *         "family_history": [
           *           "father: heart attack at 52"
           *         ],
           *         "smoking_status": "current",
           *         "alcohol_status": "occasional",
           *         "sessions_count": 1,
           *         "last_session_at": "2026-03-02T08:30:00.000Z",
           *         "created_at": "2026-03-02T08:29:00.000Z",
           *         "hold": null
           *       },
           *       "sessions_finalized": 1,
           *       "sessions_active": 0,
           *       "first_session_at": "2026-03-02T08:30:00.000Z",
           *       "last_session_at": "2026-03-02T08:30:00.000Z",
           *       "red_flags_ever_seen": [
           *         "rf_acs_features",
           *         "rf_chest_pain_breathless"
           *       ],
           *       "triage_levels_seen": [
           *         {
           *           "triage_level": "emergency_ambulance",
           *           "sessions": 1,
           *           "last_seen_at": "2026-03-02T08:30:00.000Z"
           *         }
           *       ],
           *       "most_urgent_triage_level": "emergency_ambulance",
           *       "complaints": [
           *         {
           *           "complaint": "chest_pain",
           *           "sessions": 1,
           *           "last_seen_at": "2026-03-02T08:30:00.000Z"
           *         }
           *       ],
           *       "primary_diagnoses": [
           *         {
           *           "diagnosis": "Stable angina",
           *           "diagnosis_cs": "Stabilní angina pectoris",
           *           "icd": "I20.8",
           *           "sessions": 1,
           *           "last_seen_at": "2026-03-02T08:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PatientSummary'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listDisclosures: {
    parameters: {
      query?: {
        /**
         * @description Disclosures of this instant or later. ISO 8601 with an offset or Z.
         * @example 2026-01-31T08:30:00.000Z
         */
        from?: string;
        /**
         * @description Disclosures before this instant; now where it is left out. ISO 8601 with an offset or Z.
         * @example 2026-01-31T08:30:00.000Z
         */
        to?: string;
        /** @description Also pages of lists of many patients or sessions, which may have shown this one. */
        include_lists?: components['schemas']['Switch'];
        /** @description JSON, or a FHIR R4 Bundle of AuditEvent. */
        format?: components['schemas']['RecordFormat'];
        /**
         * @description How many entries a page holds at most.
         * @example 100
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page; left out or empty for the first one.
         * @example
         */
        cursor?: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path: {
        /**
         * @description The partner's own id of the patient: 1 to 200 visible characters of any script, with blanks inside, but not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.
         * @example CARDIO-2041
         */
        patient_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page; next_cursor is empty after the last one. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198c0de-0000-7000-8000-000000000051",
           *           "at": "2026-03-02T08:34:30.000Z",
           *           "kind": "webhook",
           *           "action": "webhook.sent",
           *           "actor": {
           *             "type": "system",
           *             "id": "webhook-dispatcher"
           *           },
           *           "on_behalf_of": null,
           *           "subject": {
           *             "type": "session",
           *             "id": "0198c0de-0000-7000-8000-000000000030"
           *           },
           *           "whole_tenant": false,
           *           "count": null,
           *           "request_id": null,
           *           "ip": null,
           *           "recipient": {
           *             "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *             "host": "clinic.example",
           *             "event_type": "assessment.completed",
           *             "status": "delivered",
           *             "attempts": 1,
           *             "delivered_at": "2026-03-02T08:34:31.000Z"
           *           }
           *         },
           *         {
           *           "id": "0198c0de-0000-7000-8000-000000000066",
           *           "at": "2026-03-02T08:30:00.000Z",
           *           "kind": "read",
           *           "action": "patient.viewed",
           *           "actor": {
           *             "type": "api_key",
           *             "id": "0198c0de-0000-7000-8000-000000000020"
           *           },
           *           "on_behalf_of": "nurse-17",
           *           "subject": {
           *             "type": "patient",
           *             "id": "0198c0de-0000-7000-8000-000000000040"
           *           },
           *           "whole_tenant": false,
           *           "count": null,
           *           "request_id": "0198c0de-0000-7000-8000-000000000071",
           *           "ip": "198.51.100.24",
           *           "recipient": null
           *         }
           *       ],
           *       "next_cursor": ""
           *     }
           */
          'application/json': components['schemas']['DisclosurePage'];
          'application/fhir+json': components['schemas']['FhirBundle'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listConcepts: {
    parameters: {
      query?: {
        /**
         * @description What is searched for; empty lists everything.
         * @example vomiting
         */
        q?: string;
        /**
         * @description Which names and synonyms are searched: those in English or in Czech; both where it is left out. Answers hold both languages always.
         * @example en
         */
        lang?: 'en' | 'cs';
        /** @description Only concepts of this type. */
        type?: components['schemas']['ConceptType'];
        /**
         * @description How many entries a page holds at most.
         * @example 50
         */
        limit?: number;
        /**
         * @description How many entries to pass over: those of the pages before.
         * @example 0
         */
        offset?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page, best match first. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1,
           *       "limit": 50,
           *       "offset": 0,
           *       "data": [
           *         {
           *           "code": "radiates_left_arm",
           *           "type": "finding",
           *           "name": "Pain radiating to the left arm or shoulder",
           *           "name_cs": "Vystřelování do levé paže nebo ramene",
           *           "synonyms": [
           *             "pain spreading to the left arm or shoulder",
           *             "goes down my left arm"
           *           ],
           *           "synonyms_cs": [
           *             "bolest se šíří do levé ruky",
           *             "vystřeluje do levé ruky"
           *           ],
           *           "value_type": "boolean",
           *           "allowed_values": null,
           *           "answer_type": "boolean",
           *           "choices": [],
           *           "unit": null,
           *           "minimum": null,
           *           "maximum": null,
           *           "icd": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ConceptList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getConcept: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description Code of the concept, such as the `question_id` of a question.
         * @example temperature_c
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The concept. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "code": "radiates_left_arm",
           *       "type": "finding",
           *       "name": "Pain radiating to the left arm or shoulder",
           *       "name_cs": "Vystřelování do levé paže nebo ramene",
           *       "synonyms": [
           *         "pain spreading to the left arm or shoulder",
           *         "goes down my left arm"
           *       ],
           *       "synonyms_cs": [
           *         "bolest se šíří do levé ruky",
           *         "vystřeluje do levé ruky"
           *       ],
           *       "value_type": "boolean",
           *       "allowed_values": null,
           *       "answer_type": "boolean",
           *       "choices": [],
           *       "unit": null,
           *       "minimum": null,
           *       "maximum": null,
           *       "icd": null
           *     }
           */
          'application/json': components['schemas']['Concept'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getAccount: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account snapshot. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
           *       "name": "Clinic Example",
           *       "tier": "free_trial",
           *       "balance": 954,
           *       "scopes": [
           *         "sessions:read",
           *         "sessions:write",
           *         "patients:read",
           *         "patients:write",
           *         "webhooks:read",
           *         "webhooks:write",
           *         "admin:read",
           *         "admin:write"
           *       ],
           *       "key_id": "0198c0de-0000-7000-8000-000000000020",
           *       "key_prefix": "svc_live_Exam",
           *       "test": false,
           *       "member": null,
           *       "features": {
           *         "audit_export": true,
           *         "bulk_export": true,
           *         "explain": true,
           *         "history": true,
           *         "patient_profiles": true,
           *         "request_inspector": true,
           *         "single_sign_on": true,
           *         "webhooks": true
           *       },
           *       "rate_limit_rpm": 10
           *     }
           */
          'application/json': components['schemas']['Account'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getBalance: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The balance. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "balance": 954,
           *       "as_of": "2026-03-02T10:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Balance'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getBalanceStatus: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The status. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "balance": 954,
           *       "initial_balance": 1000,
           *       "lifetime_used": 46,
           *       "percentage_remaining": 95.4,
           *       "current_threshold": "ok",
           *       "next_threshold": {
           *         "name": "low_20",
           *         "tokens_until": 754,
           *         "percentage": 20
           *       },
           *       "tier": "free_trial",
           *       "last_topup_at": "2026-03-02T08:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['BalanceStatus'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getUsage: {
    parameters: {
      query?: {
        /**
         * @description How many whole days (UTC) back, today included.
         * @example 30
         */
        days?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The usage of the period. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
           *       "balance": 954,
           *       "lifetime_used": 46,
           *       "period_start": "2026-02-01T00:00:00.000Z",
           *       "period_end": "2026-03-02T10:00:00.000Z",
           *       "records": [
           *         {
           *           "date": "2026-03-02",
           *           "action": "session.answer",
           *           "tokens_charged": 40,
           *           "count": 5
           *         },
           *         {
           *           "date": "2026-03-02",
           *           "action": "session.create",
           *           "tokens_charged": 1,
           *           "count": 1
           *         },
           *         {
           *           "date": "2026-03-02",
           *           "action": "session.route",
           *           "tokens_charged": 5,
           *           "count": 1
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Usage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listUsageDetails: {
    parameters: {
      query?: {
        /**
         * @description Calls of this day (UTC) or later.
         * @example 2026-01-31
         */
        from_date?: string;
        /**
         * @description Calls of this day (UTC) or earlier.
         * @example 2026-01-31
         */
        to_date?: string;
        /**
         * @description How many entries a page holds at most.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many entries to pass over: those of the pages before.
         * @example 0
         */
        offset?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Entries that match, on all pages.
           * @example 1
           */
          'X-Total-Count'?: number;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "record_id": "0198c0de-0000-7000-8000-000000000062",
           *         "session_id": "0198c0de-0000-7000-8000-000000000030",
           *         "action": "session.answer",
           *         "tokens_charged": 8,
           *         "request_id": "0198c0de-0000-7000-8000-000000000070",
           *         "created_at": "2026-03-02T08:33:50.000Z"
           *       },
           *       {
           *         "record_id": "0198c0de-0000-7000-8000-000000000061",
           *         "session_id": "0198c0de-0000-7000-8000-000000000030",
           *         "action": "session.route",
           *         "tokens_charged": 5,
           *         "request_id": "0198c0de-0000-7000-8000-000000000070",
           *         "created_at": "2026-03-02T08:30:30.000Z"
           *       },
           *       {
           *         "record_id": "0198c0de-0000-7000-8000-000000000060",
           *         "session_id": "0198c0de-0000-7000-8000-000000000030",
           *         "action": "session.create",
           *         "tokens_charged": 1,
           *         "request_id": "0198c0de-0000-7000-8000-000000000070",
           *         "created_at": "2026-03-02T08:30:00.000Z"
           *       }
           *     ]
           */
          'application/json': components['schemas']['UsageDetail'][];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /**
         * @description `next_cursor` of the answer before; left out for the oldest event, `latest` for what comes from now on. A cursor is valid for every type and limit.
         * @example latest
         */
        after?: string;
        /** @description Only these events, separated by commas. */
        types?: components['schemas']['WebhookEventName'][];
        /**
         * @description How many entries a page holds at most.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many seconds to wait for an event where there is none yet; the operator may allow fewer.
         * @example 20
         */
        wait?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page, empty where there is nothing new. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198c0de-0000-7000-8000-000000000064",
           *           "type": "assessment.completed",
           *           "created_at": "2026-03-02T08:34:30.000Z",
           *           "occurred_at": "2026-03-02T08:34:30.000Z",
           *           "sequence": 12,
           *           "api_version": "v1",
           *           "tenant_id": "0198c0de-0000-7000-8000-000000000010",
           *           "test": false,
           *           "data": {
           *             "session_id": "0198c0de-0000-7000-8000-000000000030",
           *             "triage_level": "emergency_ambulance",
           *             "red_flags": [
           *               "rf_acs_features",
           *               "rf_chest_pain_breathless"
           *             ],
           *             "primary_diagnosis_icd": "I20.8",
           *             "questions_asked": 5
           *           }
           *         }
           *       ],
           *       "next_cursor": "b3BhcXVlLWV4YW1wbGU",
           *       "has_more": false
           *     }
           */
          'application/json': components['schemas']['EventPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listWebhookSubscriptionDeliveries: {
    parameters: {
      query?: {
        /**
         * @description How many entries a page holds at most.
         * @example 50
         */
        limit?: number;
        /**
         * @description How many entries to pass over: those of the pages before.
         * @example 0
         */
        offset?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `subscription_id` of the list of subscriptions.
         * @example 0198c0de-0000-7000-8000-000000000050
         */
        subscription_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Entries that match, on all pages.
           * @example 1
           */
          'X-Total-Count'?: number;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "delivery_id": "0198c0de-0000-7000-8000-000000000051",
           *         "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *         "event_id": "0198c0de-0000-7000-8000-000000000064",
           *         "event_type": "assessment.completed",
           *         "status": "delivered",
           *         "attempts": 1,
           *         "next_retry_at": null,
           *         "last_status_code": 204,
           *         "last_error": null,
           *         "created_at": "2026-03-02T08:34:30.000Z",
           *         "delivered_at": "2026-03-02T08:34:31.000Z",
           *         "resolved_at": null,
           *         "resolution_reason": null
           *       }
           *     ]
           */
          'application/json': components['schemas']['WebhookDelivery'][];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getWebhookHealth: {
    parameters: {
      query?: {
        /**
         * @description How many whole days (UTC) back, today included.
         * @example 30
         */
        days?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `subscription_id` of the list of subscriptions.
         * @example 0198c0de-0000-7000-8000-000000000050
         */
        subscription_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The counts. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *       "delivered": 1,
           *       "failed": 0,
           *       "pending": 0,
           *       "last_delivered_at": "2026-03-02T08:34:31.000Z",
           *       "days": [
           *         {
           *           "day": "2026-03-02",
           *           "delivered": 1,
           *           "failed": 0,
           *           "pending": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WebhookHealth'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /**
         * @description Only deliveries of this subscription.
         * @example 0198c0de-0000-7000-8000-000000000050
         */
        subscription_id?: string;
        /** @description Only deliveries with these statuses, separated by commas. */
        status?: components['schemas']['DeliveryStatus'][];
        /**
         * @description Made on this day (UTC) or later.
         * @example 2026-01-31
         */
        date_from?: string;
        /**
         * @description Made on this day (UTC) or earlier.
         * @example 2026-01-31
         */
        date_to?: string;
        /**
         * @description Which page, from 1.
         * @example 1
         */
        page?: number;
        /**
         * @description How many entries a page holds at most.
         * @example 50
         */
        per_page?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "delivery_id": "0198c0de-0000-7000-8000-000000000052",
           *           "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *           "event_id": "0198c0de-0000-7000-8000-000000000064",
           *           "event_type": "assessment.completed",
           *           "status": "failed",
           *           "attempts": 1,
           *           "next_retry_at": "2026-03-02T08:35:01.000Z",
           *           "last_status_code": 503,
           *           "last_error": "http_server_error",
           *           "created_at": "2026-03-02T08:34:30.000Z",
           *           "delivered_at": null,
           *           "resolved_at": null,
           *           "resolution_reason": null
           *         }
           *       ],
           *       "page": 1,
           *       "per_page": 50,
           *       "total": 1
           *     }
           */
          'application/json': components['schemas']['WebhookDeliveryPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The `delivery_id` of the list of deliveries.
         * @example 0198c0de-0000-7000-8000-000000000051
         */
        delivery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivery_id": "0198c0de-0000-7000-8000-000000000051",
           *       "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *       "event_id": "0198c0de-0000-7000-8000-000000000064",
           *       "event_type": "assessment.completed",
           *       "status": "delivered",
           *       "attempts": 1,
           *       "next_retry_at": null,
           *       "last_status_code": 204,
           *       "last_error": null,
           *       "created_at": "2026-03-02T08:34:30.000Z",
           *       "delivered_at": "2026-03-02T08:34:31.000Z",
           *       "resolved_at": null,
           *       "resolution_reason": null,
           *       "payload": {
           *         "id": "0198c0de-0000-7000-8000-000000000064",
           *         "type": "assessment.completed",
           *         "created_at": "2026-03-02T08:34:30.000Z",
           *         "occurred_at": "2026-03-02T08:34:30.000Z",
           *         "sequence": 12,
           *         "api_version": "v1",
           *         "tenant_id": "0198c0de-0000-7000-8000-000000000010",
           *         "test": false,
           *         "data": {
           *           "session_id": "0198c0de-0000-7000-8000-000000000030",
           *           "triage_level": "emergency_ambulance",
           *           "red_flags": [
           *             "rf_acs_features",
           *             "rf_chest_pain_breathless"
           *           ],
           *           "primary_diagnosis_icd": "I20.8",
           *           "questions_asked": 5
           *         }
           *       },
           *       "attempt_log": [
           *         {
           *           "at": "2026-03-02T08:34:31.000Z",
           *           "status_code": 204,
           *           "latency_ms": 48,
           *           "error": null,
           *           "response_excerpt": null,
           *           "request_headers": {
           *             "Content-Type": "application/json",
           *             "User-Agent": "Clinical-Triage-Webhooks/1",
           *             "X-Svc-Event": "assessment.completed",
           *             "X-Svc-Event-Id": "0198c0de-0000-7000-8000-000000000064",
           *             "X-Svc-Delivery-Id": "0198c0de-0000-7000-8000-000000000051",
           *             "X-Svc-Attempt": "1",
           *             "X-Svc-Timestamp": "1772440471",
           *             "webhook-id": "0198c0de-0000-7000-8000-000000000064",
           *             "webhook-timestamp": "1772440471",
           *             "X-Svc-Signature-256": "4ff3b929dbf01af8cb6048294e8e8eff99c0e23b9b6a1631ca0efe7ff8cf9a54",
           *             "webhook-signature": "v1,9nDsb7jgax+BNDKE7qQCoXQbe6FiUYtqCg1YmRdNPSY="
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WebhookDeliveryDetail'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  summarizeWebhookFailures: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Counts as of now. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "failed": 1,
           *       "dead-lettered": 1,
           *       "exhausted": 0,
           *       "total": 2,
           *       "dlq_length": 1
           *     }
           */
          'application/json': components['schemas']['WebhookFailuresSummary'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listDeadLetters: {
    parameters: {
      query?: {
        /**
         * @description How many entries a page holds at most.
         * @example 50
         */
        limit?: number;
        /**
         * @description How many entries to pass over: those of the pages before.
         * @example 0
         */
        offset?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Latest first. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1,
           *       "limit": 50,
           *       "offset": 0,
           *       "data": [
           *         {
           *           "delivery_id": "0198c0de-0000-7000-8000-000000000052",
           *           "subscription_id": "0198c0de-0000-7000-8000-000000000050",
           *           "event_id": "0198c0de-0000-7000-8000-000000000064",
           *           "event_type": "assessment.completed",
           *           "status": "dead-lettered",
           *           "attempts": 7,
           *           "next_retry_at": null,
           *           "last_status_code": 503,
           *           "last_error": "http_server_error",
           *           "created_at": "2026-03-02T08:34:30.000Z",
           *           "delivered_at": null,
           *           "resolved_at": null,
           *           "resolution_reason": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DeadLetters'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listTeam: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Oldest first, deactivated members last. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "member_id": "0198c0de-0000-7000-8000-000000000011",
           *         "email": "anna@clinic.example",
           *         "name": "Anna Novotná",
           *         "role": "owner",
           *         "is_active": true,
           *         "accepted_at": "2026-03-02T08:00:00.000Z",
           *         "invite_expires_at": null,
           *         "last_login_at": "2026-03-02T08:02:00.000Z",
           *         "created_at": "2026-03-02T08:00:00.000Z"
           *       },
           *       {
           *         "member_id": "0198c0de-0000-7000-8000-000000000012",
           *         "email": "jana@clinic.example",
           *         "name": "Jana Nová",
           *         "role": "developer",
           *         "is_active": true,
           *         "accepted_at": "2026-03-02T09:20:00.000Z",
           *         "invite_expires_at": null,
           *         "last_login_at": null,
           *         "created_at": "2026-03-02T09:00:00.000Z"
           *       }
           *     ]
           */
          'application/json': components['schemas']['TeamMember'][];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  reviewAccess: {
    parameters: {
      query?: {
        /**
         * @description JSON, or CSV with a line of names first.
         * @example json
         */
        format?: 'json' | 'csv';
        /**
         * @description How many entries a page holds at most.
         * @example 2000
         */
        limit?: number;
        /**
         * @description How many entries to pass over: those of the pages before.
         * @example 0
         */
        offset?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Entries that match, on all pages.
           * @example 1
           */
          'X-Total-Count'?: number;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "as_of": "2026-03-02T10:00:00.000Z",
           *       "total": 3,
           *       "limit": 2000,
           *       "offset": 0,
           *       "data": [
           *         {
           *           "status": "active",
           *           "test": false,
           *           "reads_every_tenant": false,
           *           "expires_at": null,
           *           "kind": "api_key",
           *           "id": "0198c0de-0000-7000-8000-000000000020",
           *           "name": "Ward 4",
           *           "hint": "svc_live_Exam…le01",
           *           "role": null,
           *           "scopes": [
           *             "sessions:read",
           *             "sessions:write",
           *             "patients:read",
           *             "patients:write",
           *             "webhooks:read",
           *             "webhooks:write",
           *             "admin:read",
           *             "admin:write"
           *           ],
           *           "created_at": "2026-03-02T08:05:00.000Z",
           *           "created_by": {
           *             "type": "member",
           *             "id": "0198c0de-0000-7000-8000-000000000011"
           *           },
           *           "last_used_at": "2026-03-02T08:34:30.000Z"
           *         },
           *         {
           *           "status": "active",
           *           "test": false,
           *           "reads_every_tenant": false,
           *           "expires_at": null,
           *           "kind": "member",
           *           "id": "0198c0de-0000-7000-8000-000000000011",
           *           "name": "Anna Novotná",
           *           "hint": "anna@clinic.example",
           *           "role": "owner",
           *           "scopes": [
           *             "sessions:read",
           *             "sessions:write",
           *             "patients:read",
           *             "patients:write",
           *             "webhooks:read",
           *             "webhooks:write",
           *             "admin:read",
           *             "admin:write"
           *           ],
           *           "created_at": "2026-03-02T08:00:00.000Z",
           *           "created_by": {
           *             "type": "member",
           *             "id": "0198c0de-0000-7000-8000-000000000011"
           *           },
           *           "last_used_at": "2026-03-02T08:02:00.000Z"
           *         },
           *         {
           *           "status": "active",
           *           "test": false,
           *           "reads_every_tenant": false,
           *           "expires_at": "2026-03-09T09:00:00.000Z",
           *           "kind": "invitation",
           *           "id": "0198c0de-0000-7000-8000-000000000012",
           *           "name": "Jana Nová",
           *           "hint": "jana@clinic.example",
           *           "role": "developer",
           *           "scopes": [
           *             "sessions:read",
           *             "sessions:write",
           *             "patients:read",
           *             "patients:write",
           *             "webhooks:read",
           *             "webhooks:write",
           *             "admin:read"
           *           ],
           *           "created_at": "2026-03-02T09:00:00.000Z",
           *           "created_by": {
           *             "type": "member",
           *             "id": "0198c0de-0000-7000-8000-000000000011"
           *           },
           *           "last_used_at": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['AccessReview'];
          'text/csv': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getTenantStats: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The numbers. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "as_of": "2026-03-02T10:00:00.000Z",
           *       "sessions": {
           *         "total": 1,
           *         "by_status": {
           *           "active": 0,
           *           "finalized": 1
           *         },
           *         "by_triage_level": {
           *           "emergency_ambulance": 1,
           *           "emergency": 0,
           *           "urgent": 0,
           *           "routine": 0,
           *           "self_care": 0
           *         },
           *         "by_day": [
           *           {
           *             "day": "2026-03-02",
           *             "created": 1,
           *             "finalized": 1,
           *             "by_triage_level": {
           *               "emergency_ambulance": 1,
           *               "emergency": 0,
           *               "urgent": 0,
           *               "routine": 0,
           *               "self_care": 0
           *             }
           *           }
           *         ]
           *       },
           *       "tokens": {
           *         "balance": 954,
           *         "granted": 1000,
           *         "charged": 46
           *       },
           *       "keys": {
           *         "active": 2,
           *         "live": 1,
           *         "test": 1
           *       },
           *       "members": {
           *         "active": 2,
           *         "invited": 0,
           *         "deactivated": 0
           *       },
           *       "deliveries": {
           *         "by_status": {
           *           "pending": 0,
           *           "failed": 1,
           *           "dead-lettered": 1,
           *           "exhausted": 0,
           *           "delivered": 1
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['TenantStats'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  exportSessions: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /**
         * @description For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key counts and this is ignored.
         * @example test
         */
        'X-Svc-Mode'?: components['parameters']['Mode'];
        /**
         * @description The value of the svc_csrf cookie; needed where the call is made with the session cookie.
         * @example ExampleExampleExampleExampleExampleExample0
         */
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "date_from": "2026-03-01",
         *       "date_to": "2026-03-31",
         *       "patient_id": null,
         *       "limit": 1000
         *     }
         */
        'application/json': components['schemas']['ExportRequest'];
      };
    };
    responses: {
      /** @description The records, sent as they are read. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Entries that match, on all pages.
           * @example 1
           */
          'X-Total-Count'?: number;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1,
           *       "limit": 1000,
           *       "data": [
           *         {
           *           "session_id": "0198c0de-0000-7000-8000-000000000030",
           *           "test": false,
           *           "patient_id": "CARDIO-2041",
           *           "chief_complaint": "chest pain since this morning",
           *           "complaint_code": "chest_pain",
           *           "demographics": {
           *             "age": 55,
           *             "sex": "male"
           *           },
           *           "free_text": null,
           *           "background": {
           *             "chronic_conditions": [
           *               "hypertension"
           *             ],
           *             "current_medications": [
           *               "ramipril 5 mg"
           *             ],
           *             "allergies": [
           *               "penicillin"
           *             ],
           *             "risk_factors": [],
           *             "family_history": [
           *               "father: heart attack at 52"
           *             ],
           *             "smoking_status": "current",
           *             "alcohol_status": "occasional",
           *             "evidence": [
           *               {
           *                 "finding": "smoker",
           *                 "status": "present",
           *                 "confidence": 1,
           *                 "source": "profile"
           *               }
           *             ]
           *           },
           *           "initial_fields": {},
           *           "unrecognised": [],
           *           "answers": [
           *             {
           *               "at": "2026-03-02T08:30:30.000Z",
           *               "revision": 1,
           *               "kind": "route",
           *               "erased": false,
           *               "skipped": false,
           *               "question_id": null,
           *               "question": null,
           *               "raw_text": "My chest hurts when I climb the stairs. It started two hours ago.",
           *               "supplied_fields": {},
           *               "supplied_flags": [],
           *               "extracted_fields": {
           *                 "has_chest_pain": true,
           *                 "chest_pain_on_exertion": true,
           *                 "duration_hours": 2
           *               },
           *               "extracted_flags": [],
           *               "field_confidences": {
           *                 "has_chest_pain": 0.95,
           *                 "chest_pain_on_exertion": 0.9,
           *                 "duration_hours": 0.75
           *               },
           *               "evidence": [
           *                 {
           *                   "finding": "has_chest_pain",
           *                   "status": "present",
           *                   "confidence": 0.95,
           *                   "source": "text",
           *                   "span": {
           *                     "start": 3,
           *                     "end": 14,
           *                     "text": "chest hurts"
           *                   }
           *                 },
           *                 {
           *                   "finding": "chest_pain_on_exertion",
           *                   "status": "present",
           *                   "confidence": 0.9,
           *                   "source": "text",
           *                   "span": {
           *                     "start": 9,
           *                     "end": 38,
           *                     "text": "hurts when I climb the stairs"
           *                   }
           *                 },
           *                 {
           *                   "finding": "duration_hours",
           *                   "status": "present",
           *                   "value": 2,
           *                   "confidence": 0.75,
           *                   "source": "text",
           *                   "span": {
           *                     "start": 51,
           *                     "end": 60,
           *                     "text": "two hours"
           *                   }
           *                 }
           *               ]
           *             },
           *             {
           *               "at": "2026-03-02T08:33:50.000Z",
           *               "revision": 7,
           *               "kind": "question",
           *               "erased": false,
           *               "skipped": false,
           *               "extracted_fields": {
           *                 "radiates_left_arm": true
           *               },
           *               "extracted_flags": [],
           *               "field_confidences": {
           *                 "radiates_left_arm": 0.97
           *               },
           *               "evidence": [
           *                 {
           *                   "finding": "radiates_left_arm",
           *                   "status": "present",
           *                   "confidence": 0.97,
           *                   "source": "text",
           *                   "span": {
           *                     "start": 0,
           *                     "end": 3,
           *                     "text": "Yes"
           *                   }
           *                 }
           *               ],
           *               "question_id": "radiates_left_arm",
           *               "question": {
           *                 "text": "Does the pain spread to your left arm or shoulder?",
           *                 "text_cs": "Šíří se bolest do levé ruky nebo ramene?"
           *               },
           *               "raw_text": "Yes, into my left arm.",
           *               "supplied_fields": {},
           *               "supplied_flags": []
           *             }
           *           ],
           *           "state": {
           *             "session_id": "0198c0de-0000-7000-8000-000000000030",
           *             "status": "finalized",
           *             "questions_asked": 5,
           *             "is_complete": true,
           *             "triage_level": "emergency_ambulance",
           *             "active_branches": [
           *               "chest_pain"
           *             ],
           *             "red_flags": [
           *               "rf_acs_features",
           *               "rf_chest_pain_breathless"
           *             ],
           *             "current_question": null,
           *             "created_at": "2026-03-02T08:30:00.000Z"
           *           },
           *           "results": {
           *             "session_id": "0198c0de-0000-7000-8000-000000000030",
           *             "triage_level": "emergency_ambulance",
           *             "differentials": [
           *               {
           *                 "code": "stable_angina",
           *                 "diagnosis": "Stable angina",
           *                 "diagnosis_cs": "Stabilní angina pectoris",
           *                 "icd": "I20.8",
           *                 "probability": 0.3783,
           *                 "rank": 1
           *               },
           *               {
           *                 "code": "acute_myocardial_infarction",
           *                 "diagnosis": "Acute myocardial infarction",
           *                 "diagnosis_cs": "Akutní infarkt myokardu",
           *                 "icd": "I21.9",
           *                 "probability": 0.2127,
           *                 "rank": 2
           *               },
           *               {
           *                 "code": "unstable_angina",
           *                 "diagnosis": "Unstable angina",
           *                 "diagnosis_cs": "Nestabilní angina pectoris",
           *                 "icd": "I20.0",
           *                 "probability": 0.1445,
           *                 "rank": 3
           *               }
           *             ],
           *             "red_flags": [
           *               {
           *                 "flag": "rf_acs_features",
           *                 "description": "Chest pain with two or more features of a heart attack, age 35 or over",
           *                 "description_cs": "Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let"
           *               },
           *               {
           *                 "flag": "rf_chest_pain_breathless",
           *                 "description": "Chest pain with breathlessness, age 40 or over",
           *                 "description_cs": "Bolest na hrudi s dušností, věk od 40 let"
           *               }
           *             ],
           *             "primary_diagnosis": "Stable angina",
           *             "primary_diagnosis_icd": "I20.8",
           *             "primary_probability": 0.3783,
           *             "questions_asked": 5,
           *             "meta": {
           *               "tokens_charged": 0,
           *               "processing_time_ms": 24
           *             }
           *           },
           *           "summary": {
           *             "presenting_complaint": "Chest pain (\"chest pain since this morning\")",
           *             "presenting_complaint_cs": "Bolest na hrudi („chest pain since this morning“)",
           *             "history": [
           *               "Symptoms for less than 24 hours",
           *               "Duration of symptoms: 2 hours"
           *             ],
           *             "pertinent_positives": [
           *               "Chest pain",
           *               "Chest pain brought on by exertion",
           *               "Dyspnoea",
           *               "Pressing or crushing chest pain",
           *               "Pain radiating to the left arm or shoulder"
           *             ],
           *             "pertinent_negatives": [
           *               "Cold sweat",
           *               "Loss of consciousness"
           *             ],
           *             "red_flags": [
           *               {
           *                 "flag": "rf_acs_features",
           *                 "description": "Chest pain with two or more features of a heart attack, age 35 or over",
           *                 "description_cs": "Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let"
           *               },
           *               {
           *                 "flag": "rf_chest_pain_breathless",
           *                 "description": "Chest pain with breathlessness, age 40 or over",
           *                 "description_cs": "Bolest na hrudi s dušností, věk od 40 let"
           *               }
           *             ],
           *             "differentials": [
           *               {
           *                 "code": "stable_angina",
           *                 "diagnosis": "Stable angina",
           *                 "diagnosis_cs": "Stabilní angina pectoris",
           *                 "icd": "I20.8",
           *                 "probability": 0.3783,
           *                 "rank": 1,
           *                 "evidence_for": [
           *                   {
           *                     "finding": "chest_pain_on_exertion",
           *                     "label": "Chest pain brought on by exertion",
           *                     "label_cs": "Bolest na hrudi při námaze",
           *                     "weight": 1.107
           *                   },
           *                   {
           *                     "finding": "hypertension",
           *                     "label": "Known hypertension",
           *                     "label_cs": "Arteriální hypertenze v anamnéze",
           *                     "weight": 0.56
           *                   },
           *                   {
           *                     "finding": "has_dyspnoea",
           *                     "label": "Dyspnoea",
           *                     "label_cs": "Dušnost",
           *                     "weight": 0.542
           *                   }
           *                 ],
           *                 "evidence_against": [
           *                   {
           *                     "finding": "lasts_over_3_weeks",
           *                     "label": "Not present: Symptoms for three weeks or more",
           *                     "label_cs": "Není přítomno: Obtíže trvající tři týdny a déle",
           *                     "weight": -0.566
           *                   }
           *                 ]
           *               },
           *               {
           *                 "code": "acute_myocardial_infarction",
           *                 "diagnosis": "Acute myocardial infarction",
           *                 "diagnosis_cs": "Akutní infarkt myokardu",
           *                 "icd": "I21.9",
           *                 "probability": 0.2127,
           *                 "rank": 2,
           *                 "evidence_for": [
           *                   {
           *                     "finding": "has_dyspnoea",
           *                     "label": "Dyspnoea",
           *                     "label_cs": "Dušnost",
           *                     "weight": 0.683
           *                   },
           *                   {
           *                     "finding": "radiates_left_arm",
           *                     "label": "Pain radiating to the left arm or shoulder",
           *                     "label_cs": "Vystřelování do levé paže nebo ramene",
           *                     "weight": 0.658
           *                   },
           *                   {
           *                     "finding": "lasts_under_24h",
           *                     "label": "Symptoms for less than 24 hours",
           *                     "label_cs": "Obtíže trvající méně než 24 hodin",
           *                     "weight": 0.615
           *                   }
           *                 ],
           *                 "evidence_against": [
           *                   {
           *                     "finding": "cold_sweat",
           *                     "label": "Not present: Cold sweat",
           *                     "label_cs": "Není přítomno: Studený pot",
           *                     "weight": -0.388
           *                   }
           *                 ]
           *               }
           *             ],
           *             "recommended_next_step": "Call an ambulance now (in Europe 112, in Czechia 155).",
           *             "recommended_next_step_cs": "Ihned volejte zdravotnickou záchrannou službu (155, případně 112).",
           *             "patient_context": [
           *               "55 years old",
           *               "male",
           *               "Known hypertension",
           *               "Early heart disease in the family",
           *               "Current smoker",
           *               "Chronic conditions: hypertension",
           *               "Current medication: ramipril 5 mg",
           *               "Allergies: penicillin",
           *               "Family history: father: heart attack at 52",
           *               "Occasional alcohol"
           *             ],
           *             "lines": [
           *               {
           *                 "part": "history",
           *                 "code": "lasts_under_24h",
           *                 "text": "Symptoms for less than 24 hours",
           *                 "text_cs": "Obtíže trvající méně než 24 hodin"
           *               },
           *               {
           *                 "part": "history",
           *                 "code": "duration_hours",
           *                 "text": "Duration of symptoms: 2 hours",
           *                 "text_cs": "Trvání obtíží: 2 hodiny"
           *               },
           *               {
           *                 "part": "pertinent_positives",
           *                 "code": "has_chest_pain",
           *                 "text": "Chest pain",
           *                 "text_cs": "Bolest na hrudi"
           *               },
           *               {
           *                 "part": "pertinent_positives",
           *                 "code": "chest_pain_on_exertion",
           *                 "text": "Chest pain brought on by exertion",
           *                 "text_cs": "Bolest na hrudi při námaze"
           *               },
           *               {
           *                 "part": "pertinent_positives",
           *                 "code": "has_dyspnoea",
           *                 "text": "Dyspnoea",
           *                 "text_cs": "Dušnost"
           *               },
           *               {
           *                 "part": "pertinent_positives",
           *                 "code": "chest_pressure",
           *                 "text": "Pressing or crushing chest pain",
           *                 "text_cs": "Tlaková nebo svíravá bolest na hrudi"
           *               },
           *               {
           *                 "part": "pertinent_positives",
           *                 "code": "radiates_left_arm",
           *                 "text": "Pain radiating to the left arm or shoulder",
           *                 "text_cs": "Vystřelování do levé paže nebo ramene"
           *               },
           *               {
           *                 "part": "pertinent_negatives",
           *                 "code": "cold_sweat",
           *                 "text": "Cold sweat",
           *                 "text_cs": "Studený pot"
           *               },
           *               {
           *                 "part": "pertinent_negatives",
           *                 "code": "fainted",
           *                 "text": "Loss of consciousness",
           *                 "text_cs": "Ztráta vědomí"
           *               },
           *               {
           *                 "part": "patient_context",
           *                 "code": null,
           *                 "text": "55 years old",
           *                 "text_cs": "věk 55 let"
           *               },
           *               {
           *                 "part": "patient_context",
           *                 "code": null,
           *                 "text": "male",
           *                 "text_cs": "muž"
           *               },
           *               {
           *                 "part": "patient_context",
           *                 "code": "hypertension",
           *                 "text": "Known hypertension",
           *                 "text_cs": "Arteriální hypertenze v anamnéze"
           *               },
           *               {
           *                 "part": "patient_context",
           *                 "code": "family_heart_disease",
           *                 "text": "Early heart disease in the family",
           *                 "text_cs": "Časné srdeční onemocnění v rodině"
           *               },
           *               {
           *                 "part": "patient_context",
           *                 "code": "smoker",
           *                 "text": "Current smoker",
           *                 "text_cs": "Kouření"
           *               },
           *               {
           *                 "part": "patient_context",
           *                 "code": null,
           *                 "text": "Chronic conditions: hypertension",
           *                 "text_cs": "Chronická onemocnění: hypertension"
           *               },
           *               {
           *                 "part": "patient_context",
           *                 "code": null,
           *                 "text": "Current medication: ramipril 5 mg",
           *                 "text_cs": "Současná medikace: ramipril 5 mg"
           *               },
           *               {
           *                 "part": "patient_context",
           *                 "code": null,
           *                 "text": "Allergies: penicillin",
           *                 "text_cs": "Alergie: penicillin"
           *               },
           *               {
           *                 "part": "patient_context",
           *                 "code": null,
           *                 "text": "Family history: father: heart attack at 52",
           *                 "text_cs": "Rodinná anamnéza: father: heart attack at 52"
           *               },
           *               {
           *                 "part": "patient_context",
           *                 "code": null,
           *                 "text": "Occasional alcohol",
           *                 "text_cs": "Alkohol příležitostně"
           *               }
           *             ],
           *             "open_points": [],
           *             "sections": [
           *               {
           *                 "section": "opening",
           *                 "text": "55-year-old man. Presenting complaint: chest pain, for 2 hours – \"chest pain since this morning\". History given by the patient himself.",
           *                 "text_cs": "55letý muž. Hlavní potíže: bolest na hrudi, po dobu 2 hodin – „chest pain since this morning“. Anamnézu podává sám pacient."
           *               },
           *               {
           *                 "section": "findings",
           *                 "text": "Main findings: dyspnoea, chest pain brought on by exertion, pressing or crushing chest pain and pain radiating to the left arm or shoulder.",
           *                 "text_cs": "Hlavní nálezy: dušnost, bolest na hrudi při námaze, tlaková nebo svíravá bolest na hrudi a vystřelování do levé paže nebo ramene."
           *               },
           *               {
           *                 "section": "negatives",
           *                 "text": "Pertinent negatives (not present): cold sweat and loss of consciousness.",
           *                 "text_cs": "Významné negativní údaje (není přítomno): studený pot a ztráta vědomí."
           *               },
           *               {
           *                 "section": "background",
           *                 "text": "Background: known hypertension, early heart disease in the family and current smoker. Chronic conditions: hypertension. Current medication: ramipril 5 mg. Allergies: penicillin. Family history: father: heart attack at 52. Occasional alcohol.",
           *                 "text_cs": "Významné okolnosti: arteriální hypertenze v anamnéze, časné srdeční onemocnění v rodině a kouření. Chronická onemocnění: hypertension. Současná medikace: ramipril 5 mg. Alergie: penicillin. Rodinná anamnéza: father: heart attack at 52. Alkohol příležitostně."
           *               },
           *               {
           *                 "section": "assessment",
           *                 "text": "Triage level: emergency, ambulance needed – on account of a warning sign: chest pain with two or more features of a heart attack, age 35 or over. Further warning signs: chest pain with breathlessness, age 40 or over. Differential diagnosis: possible stable angina (I20.8, 38%), acute myocardial infarction (I21.9, 21%); less likely unstable angina (I20.0, 14%).",
           *                 "text_cs": "Naléhavost: akutní stav, nutná záchranná služba – pro varovný příznak: bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let. Další varovné příznaky: bolest na hrudi s dušností, věk od 40 let. Diferenciální diagnóza: možná stabilní angina pectoris (I20.8, 38 %), akutní infarkt myokardu (I21.9, 21 %); méně pravděpodobně nestabilní angina pectoris (I20.0, 14 %)."
           *               },
           *               {
           *                 "section": "next_step",
           *                 "text": "Recommended next step: Call an ambulance now (in Europe 112, in Czechia 155).",
           *                 "text_cs": "Doporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112)."
           *               },
           *               {
           *                 "section": "safety_net",
           *                 "text": "Somebody should stay with the patient until help arrives, and tell the emergency line at once if the condition worsens.",
           *                 "text_cs": "Do příjezdu pomoci má být někdo stále přítomen; zhoršení stavu ihned hlaste na linku 155, případně 112."
           *               }
           *             ],
           *             "narrative": "This is decision support and not a diagnosis: it does not replace examination by a clinician. No clinician has reviewed the knowledge base that it rests on yet.\n55-year-old man. Presenting complaint: chest pain, for 2 hours – \"chest pain since this morning\". History given by the patient himself.\nMain findings: dyspnoea, chest pain brought on by exertion, pressing or crushing chest pain and pain radiating to the left arm or shoulder.\nPertinent negatives (not present): cold sweat and loss of consciousness.\nBackground: known hypertension, early heart disease in the family and current smoker. Chronic conditions: hypertension. Current medication: ramipril 5 mg. Allergies: penicillin. Family history: father: heart attack at 52. Occasional alcohol.\nTriage level: emergency, ambulance needed – on account of a warning sign: chest pain with two or more features of a heart attack, age 35 or over. Further warning signs: chest pain with breathlessness, age 40 or over. Differential diagnosis: possible stable angina (I20.8, 38%), acute myocardial infarction (I21.9, 21%); less likely unstable angina (I20.0, 14%).\nRecommended next step: Call an ambulance now (in Europe 112, in Czechia 155).\nSomebody should stay with the patient until help arrives, and tell the emergency line at once if the condition worsens.",
           *             "narrative_cs": "Jde o podporu rozhodování, nikoli o diagnózu; nenahrazuje vyšetření lékařem. Znalostní bázi, o kterou se opírá, zatím žádný lékař neposoudil.\n55letý muž. Hlavní potíže: bolest na hrudi, po dobu 2 hodin – „chest pain since this morning“. Anamnézu podává sám pacient.\nHlavní nálezy: dušnost, bolest na hrudi při námaze, tlaková nebo svíravá bolest na hrudi a vystřelování do levé paže nebo ramene.\nVýznamné negativní údaje (není přítomno): studený pot a ztráta vědomí.\nVýznamné okolnosti: arteriální hypertenze v anamnéze, časné srdeční onemocnění v rodině a kouření. Chronická onemocnění: hypertension. Současná medikace: ramipril 5 mg. Alergie: penicillin. Rodinná anamnéza: father: heart attack at 52. Alkohol příležitostně.\nNaléhavost: akutní stav, nutná záchranná služba – pro varovný příznak: bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let. Další varovné příznaky: bolest na hrudi s dušností, věk od 40 let. Diferenciální diagnóza: možná stabilní angina pectoris (I20.8, 38 %), akutní infarkt myokardu (I21.9, 21 %); méně pravděpodobně nestabilní angina pectoris (I20.0, 14 %).\nDoporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112).\nDo příjezdu pomoci má být někdo stále přítomen; zhoršení stavu ihned hlaste na linku 155, případně 112."
           *           },
           *           "feedback": {
           *             "accuracy": "partially_correct",
           *             "actual_diagnosis": "Acute myocardial infarction",
           *             "actual_icd10": "I21.9",
           *             "notes": "Troponin raised; taken to the catheter laboratory."
           *           },
           *           "finalized_at": "2026-03-02T08:34:30.000Z",
           *           "timeline": [
           *             {
           *               "revision": 0,
           *               "event_id": "0198c0de-0000-7000-8000-000000000060",
           *               "type": "session-opened",
           *               "at": "2026-03-02T08:30:00.000Z"
           *             },
           *             {
           *               "revision": 1,
           *               "event_id": "0198c0de-0000-7000-8000-000000000061",
           *               "type": "session-routed",
           *               "at": "2026-03-02T08:30:30.000Z"
           *             },
           *             {
           *               "revision": 7,
           *               "event_id": "0198c0de-0000-7000-8000-000000000062",
           *               "type": "session-answered",
           *               "at": "2026-03-02T08:33:50.000Z"
           *             },
           *             {
           *               "revision": 11,
           *               "event_id": "0198c0de-0000-7000-8000-000000000063",
           *               "type": "session-finalized",
           *               "at": "2026-03-02T08:34:30.000Z"
           *             },
           *             {
           *               "revision": 12,
           *               "event_id": "0198c0de-0000-7000-8000-000000000064",
           *               "type": "assessment-completed",
           *               "at": "2026-03-02T08:34:30.000Z"
           *             }
           *           ],
           *           "unreadable": [],
           *           "engine_version": "1.0.0+fa685815"
           *         }
           *       ],
           *       "count": 1,
           *       "exported_at": "2026-03-02T10:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['BulkExport'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listAuditLog: {
    parameters: {
      query?: {
        /** @description Only rows of this action. */
        action?: components['schemas']['AuditAction'];
        /**
         * @description Rows of this day (UTC) or later.
         * @example 2026-01-31
         */
        date_from?: string;
        /**
         * @description Rows of this day (UTC) or earlier.
         * @example 2026-01-31
         */
        date_to?: string;
        /**
         * @description How many entries a page holds at most.
         * @example 50
         */
        limit?: number;
        /**
         * @description How many entries to pass over: those of the pages before.
         * @example 0
         */
        offset?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 2,
           *       "limit": 50,
           *       "offset": 0,
           *       "data": [
           *         {
           *           "event_id": "0198c0de-0000-7000-8000-000000000063",
           *           "at": "2026-03-02T08:34:30.000Z",
           *           "action": "session.finalized",
           *           "actor": {
           *             "type": "api_key",
           *             "id": "0198c0de-0000-7000-8000-000000000020"
           *           },
           *           "subject": {
           *             "type": "session",
           *             "id": "0198c0de-0000-7000-8000-000000000030"
           *           },
           *           "changed_fields": [],
           *           "count": null,
           *           "on_behalf_of": "nurse-17",
           *           "request_id": "0198c0de-0000-7000-8000-000000000070",
           *           "ip": "198.51.100.24",
           *           "hash": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
           *           "previous_hash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
           *         },
           *         {
           *           "event_id": "0198c0de-0000-7000-8000-000000000065",
           *           "at": "2026-03-02T08:05:00.000Z",
           *           "action": "key.created",
           *           "actor": {
           *             "type": "member",
           *             "id": "0198c0de-0000-7000-8000-000000000011"
           *           },
           *           "subject": {
           *             "type": "api_key",
           *             "id": "0198c0de-0000-7000-8000-000000000020"
           *           },
           *           "changed_fields": [],
           *           "count": null,
           *           "on_behalf_of": null,
           *           "request_id": "0198c0de-0000-7000-8000-000000000071",
           *           "ip": "198.51.100.24",
           *           "hash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
           *           "previous_hash": "9999999999999999999999999999999999999999999999999999999999999999"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['AuditList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listAuditEvents: {
    parameters: {
      query?: {
        /**
         * @description Rows of this instant or later. ISO 8601 with an offset or Z.
         * @example 2026-01-31T08:30:00.000Z
         */
        from?: string;
        /**
         * @description Rows before this instant. ISO 8601 with an offset or Z.
         * @example 2026-01-31T08:30:00.000Z
         */
        to?: string;
        /** @description Only rows of these actions; the parameter is repeated for several. */
        action?: components['schemas']['AuditAction'][];
        /**
         * @description Only rows of this actor: id of a key or member, or name of a part of the service.
         * @example 0198c0de-0000-7000-8000-000000000020
         */
        actor_id?: string;
        /**
         * @description Only rows of what was done to this: `subject.id` of a row.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        subject_id?: string;
        /**
         * @description How many entries a page holds at most.
         * @example 100
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page; left out or empty for the first one.
         * @example
         */
        cursor?: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page; next_cursor is empty after the last one. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "event_id": "0198c0de-0000-7000-8000-000000000063",
           *           "at": "2026-03-02T08:34:30.000Z",
           *           "action": "session.finalized",
           *           "actor": {
           *             "type": "api_key",
           *             "id": "0198c0de-0000-7000-8000-000000000020"
           *           },
           *           "subject": {
           *             "type": "session",
           *             "id": "0198c0de-0000-7000-8000-000000000030"
           *           },
           *           "changed_fields": [],
           *           "count": null,
           *           "on_behalf_of": "nurse-17",
           *           "request_id": "0198c0de-0000-7000-8000-000000000070",
           *           "ip": "198.51.100.24",
           *           "hash": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
           *           "previous_hash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
           *         },
           *         {
           *           "event_id": "0198c0de-0000-7000-8000-000000000065",
           *           "at": "2026-03-02T08:05:00.000Z",
           *           "action": "key.created",
           *           "actor": {
           *             "type": "member",
           *             "id": "0198c0de-0000-7000-8000-000000000011"
           *           },
           *           "subject": {
           *             "type": "api_key",
           *             "id": "0198c0de-0000-7000-8000-000000000020"
           *           },
           *           "changed_fields": [],
           *           "count": null,
           *           "on_behalf_of": null,
           *           "request_id": "0198c0de-0000-7000-8000-000000000071",
           *           "ip": "198.51.100.24",
           *           "hash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
           *           "previous_hash": "9999999999999999999999999999999999999999999999999999999999999999"
           *         }
           *       ],
           *       "next_cursor": ""
           *     }
           */
          'application/json': components['schemas']['AuditEventPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getAuditEvent: {
    parameters: {
      query?: {
        /**
         * @description How many rows of the chain are shown before it, and how many after it.
         * @example 3
         */
        neighbours?: number;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The event that the row is about.
         * @example 0198c0de-0000-7000-8000-000000000063
         */
        event_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The row. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "row": {
           *         "event_id": "0198c0de-0000-7000-8000-000000000063",
           *         "at": "2026-03-02T08:34:30.000Z",
           *         "action": "session.finalized",
           *         "actor": {
           *           "type": "api_key",
           *           "id": "0198c0de-0000-7000-8000-000000000020"
           *         },
           *         "subject": {
           *           "type": "session",
           *           "id": "0198c0de-0000-7000-8000-000000000030"
           *         },
           *         "changed_fields": [],
           *         "count": null,
           *         "on_behalf_of": "nurse-17",
           *         "request_id": "0198c0de-0000-7000-8000-000000000070",
           *         "ip": "198.51.100.24",
           *         "hash": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
           *         "previous_hash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
           *         "seq": 2,
           *         "canonical": "{\"action\":\"session.finalized\"}"
           *       },
           *       "before": [
           *         {
           *           "event_id": "0198c0de-0000-7000-8000-000000000065",
           *           "at": "2026-03-02T08:05:00.000Z",
           *           "action": "key.created",
           *           "actor": {
           *             "type": "member",
           *             "id": "0198c0de-0000-7000-8000-000000000011"
           *           },
           *           "subject": {
           *             "type": "api_key",
           *             "id": "0198c0de-0000-7000-8000-000000000020"
           *           },
           *           "changed_fields": [],
           *           "count": null,
           *           "on_behalf_of": null,
           *           "request_id": "0198c0de-0000-7000-8000-000000000071",
           *           "ip": "198.51.100.24",
           *           "hash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
           *           "previous_hash": "9999999999999999999999999999999999999999999999999999999999999999",
           *           "seq": 1,
           *           "canonical": "{\"action\":\"key.created\"}"
           *         }
           *       ],
           *       "after": []
           *     }
           */
          'application/json': components['schemas']['AuditEventDetail'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  exportAuditLog: {
    parameters: {
      query?: {
        /**
         * @description Rows of this instant or later. ISO 8601 with an offset or Z.
         * @example 2026-01-31T08:30:00.000Z
         */
        from?: string;
        /**
         * @description Rows before this instant. ISO 8601 with an offset or Z.
         * @example 2026-01-31T08:30:00.000Z
         */
        to?: string;
        /** @description Only rows of these actions; the parameter is repeated for several. */
        action?: components['schemas']['AuditAction'][];
        /**
         * @description CSV, one JSON object a line, or one FHIR R4 AuditEvent a line.
         * @example csv
         */
        format?: 'csv' | 'ndjson' | 'fhir';
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, sent as it is read. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Names the file.
           * @example attachment; filename="audit-trail.csv"
           */
          'Content-Disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
          'application/x-ndjson': string;
          'application/fhir+ndjson': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getAuditProof: {
    parameters: {
      query?: {
        /**
         * @description The row whose place is to be proven.
         * @example 0198c0de-0000-7000-8000-000000000063
         */
        event_id?: string;
        /**
         * @description The `tree_size` of a checkpoint that you kept: proves that it is the beginning of this trail.
         * @example 1
         */
        from_size?: number;
        /**
         * @description The newest checkpoint that there is; or one that is signed now, where rows came after it.
         * @example latest
         */
        checkpoint?: 'latest' | 'now';
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The proof. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
           *       "head": {
           *         "seq": 2,
           *         "hash": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
           *       },
           *       "covers_head": true,
           *       "checkpoint": {
           *         "statement": {
           *           "v": 2,
           *           "tenant_id": "0198c0de-0000-7000-8000-000000000010",
           *           "number": 1,
           *           "seq": 2,
           *           "hash": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
           *           "event_id": "0198c0de-0000-7000-8000-000000000063",
           *           "position": "4711",
           *           "tree_size": 2,
           *           "root": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
           *           "at": "2026-03-02T10:00:00.000Z",
           *           "previous": "0000000000000000000000000000000000000000000000000000000000000000"
           *         },
           *         "digest": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc",
           *         "signature": {
           *           "algorithm": "Ed25519",
           *           "signing_key_id": "0198c0de-0000-7000-8000-000000000082",
           *           "public_key": "MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=",
           *           "value": "ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA=="
           *         }
           *       },
           *       "row": null,
           *       "inclusion": null,
           *       "consistency": null,
           *       "public_keys": [
           *         {
           *           "signing_key_id": "0198c0de-0000-7000-8000-000000000082",
           *           "public_key": "MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=",
           *           "created_at": "2026-03-02T08:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['AuditProof'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listErasures: {
    parameters: {
      query?: {
        /**
         * @description How many entries a page holds at most.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page; left out or empty for the first one.
         * @example
         */
        cursor?: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page; next_cursor is empty after the last one. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "certificate_id": "0198c0de-0000-7000-8000-000000000080",
           *           "subject": {
           *             "type": "session",
           *             "id": "0198c0de-0000-7000-8000-000000000030"
           *           },
           *           "erased_at": "2026-03-03T08:34:30.000Z",
           *           "destroyed": {
           *             "key_ids": [
           *               "0198c0de-0000-7000-8000-000000000081"
           *             ],
           *             "rows": {
           *               "sessions": 1
           *             },
           *             "copies": {
           *               "stored_answers": 2,
           *               "webhook_bodies": 5,
           *               "response_excerpts": 0,
           *               "cancelled_deliveries": 0
           *             }
           *           },
           *           "remains": [
           *             "The session's events in the log with type, ids, time, tokens charged and the sealed bytes, which no key opens any more.",
           *             "The rows of the audit trail, usage and balance, and the rows of deliveries without their bodies, which hold no clinical value.",
           *             "Answers to calls that resolved a delivery, kept sealed under the key of the tenant for repeats, for 24 hours.",
           *             "Backups that were made before, for as long as they are kept: the ledger of erasures is applied to each that is restored."
           *           ],
           *           "backups_expire_at": "2026-04-07T08:34:30.000Z",
           *           "signature": {
           *             "algorithm": "Ed25519",
           *             "signing_key_id": "0198c0de-0000-7000-8000-000000000082",
           *             "public_key": "MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=",
           *             "value": "ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA=="
           *           }
           *         }
           *       ],
           *       "next_cursor": ""
           *     }
           */
          'application/json': components['schemas']['ErasureCertificatePage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getDataExtract: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /**
         * @description The extract, as the call that asked for it has named it.
         * @example 0198c0de-0000-7000-8000-000000000030
         */
        extract_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The extract. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "extract_id": "0198c0de-0000-7000-8000-000000000083",
           *       "status": "done",
           *       "recipient": "team",
           *       "datasets": [
           *         "sessions",
           *         "session_steps"
           *       ],
           *       "format": "parquet",
           *       "since": null,
           *       "until": "MTIzNDU2",
           *       "rows": 5,
           *       "problem": null,
           *       "created_at": "2026-03-03T08:34:30.000Z",
           *       "finished_at": "2026-03-03T08:34:32.000Z",
           *       "expires_at": "2026-03-04T08:34:32.000Z",
           *       "links_expire_at": "2026-03-03T08:49:32.000Z",
           *       "files": [
           *         {
           *           "path": "manifest.json",
           *           "bytes": 2048,
           *           "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
           *           "url": "https://triage.example.org/v1/data/files?token=Zm9v"
           *         },
           *         {
           *           "path": "dataset=sessions/day=2026-03-02/part-0.parquet",
           *           "bytes": 4096,
           *           "sha256": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
           *           "url": "https://triage.example.org/v1/data/files?token=Zm9v"
           *         },
           *         {
           *           "path": "dataset=session_steps/day=2026-03-02/part-0.parquet",
           *           "bytes": 6144,
           *           "sha256": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc",
           *           "url": "https://triage.example.org/v1/data/files?token=Zm9v"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DataExtract'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getDataExtractFile: {
    parameters: {
      query: {
        /**
         * @description From the `url` of a file of GET /v1/admin/data/extracts/{extract_id}.
         * @example Zm9v
         */
        token: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Names the file.
           * @example attachment; filename="part-0.parquet"
           */
          'Content-Disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  listRequests: {
    parameters: {
      query?: {
        /**
         * @description How many entries a page holds at most.
         * @example 50
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page; left out or empty for the first one.
         * @example
         */
        cursor?: string;
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "entries": [
           *         {
           *           "request_id": "0198c0de-0000-7000-8000-000000000070",
           *           "ts": "2026-03-02T08:34:30.000Z",
           *           "method": "POST",
           *           "path": "/v1/sessions/{session_id}/finalize",
           *           "session_id": "0198c0de-0000-7000-8000-000000000030",
           *           "status": 200,
           *           "duration_ms": 24,
           *           "tokens_charged": 0,
           *           "api_key_prefix": "svc_live_Exam",
           *           "user_agent": "clinic-integration/1.4",
           *           "ip": "198.51.100.24",
           *           "error_code": null
           *         }
           *       ],
           *       "total": 1,
           *       "next_cursor": "",
           *       "max_entries": 100
           *     }
           */
          'application/json': components['schemas']['RequestInspector'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      501: components['responses']['NotImplemented'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  summarizeRequests: {
    parameters: {
      query?: {
        /** @description How far back to look. */
        range?: components['schemas']['UsageRange'];
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The summary. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "range": "24h",
           *       "totals": {
           *         "requests": 6,
           *         "errors": 1,
           *         "p50_ms": 24,
           *         "p95_ms": 31.8,
           *         "p99_ms": 32
           *       },
           *       "buckets": [
           *         {
           *           "start": "2026-03-02T08:00:00.000Z",
           *           "requests": 6,
           *           "errors": 1,
           *           "p50_ms": 24,
           *           "p95_ms": 31.8,
           *           "p99_ms": 32
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RequestsSummary'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getUsageSummary: {
    parameters: {
      query?: {
        /** @description How far back to look. */
        range?: components['schemas']['UsageRange'];
        /** @description How wide the buckets are, and whether to tell keys. */
        group_by?: components['schemas']['UsageGroup'];
      };
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The summary. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "range": "24h",
           *       "group_by": "route",
           *       "totals": {
           *         "requests": 6,
           *         "errors": 1,
           *         "tokens_charged": 41
           *       },
           *       "routes": [
           *         {
           *           "route": "POST /v1/sessions/{session_id}/answer",
           *           "requests": 5,
           *           "errors": 0,
           *           "tokens_charged": 40,
           *           "p50_ms": 24,
           *           "p95_ms": 31.8,
           *           "p99_ms": 32
           *         },
           *         {
           *           "route": "POST /v1/sessions",
           *           "requests": 1,
           *           "errors": 1,
           *           "tokens_charged": 1,
           *           "p50_ms": null,
           *           "p95_ms": null,
           *           "p99_ms": null
           *         }
           *       ],
           *       "api_keys": null,
           *       "buckets": [
           *         {
           *           "start": "2026-03-02T08:00:00.000Z",
           *           "requests": 6,
           *           "errors": 1,
           *           "tokens_charged": 41
           *         }
           *       ],
           *       "balance_series": [
           *         {
           *           "at": "2026-03-02T08:00:00.000Z",
           *           "balance": 954
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['UsageSummary'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getChangelog: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The changelog. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description `Accept`: the header that decides on the form.
           * @example Accept
           */
          Vary?: 'Accept';
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "entries": [
           *         {
           *           "version": "0.2.0",
           *           "date": "2026-03-01",
           *           "sections": [
           *             {
           *               "kind": "added",
           *               "changes": [
           *                 "Sessions can be corrected until they are finalized."
           *               ]
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Changelog'];
          'text/markdown; charset=utf-8': string;
        };
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getDocs: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description What the page may load: nothing from elsewhere.
           * @example default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
           */
          'Content-Security-Policy'?: string;
          /**
           * @description Always `DENY`: no other page may show it in a frame.
           * @example DENY
           */
          'X-Frame-Options'?: string;
          /**
           * @description Always `no-referrer`: links do not tell where they were followed.
           * @example no-referrer
           */
          'Referrer-Policy'?: string;
          /**
           * @description Names this version; send it as `If-None-Match`.
           * @example W/"kq3lNcK0v5kAwVY2sK1m8g"
           */
          ETag?: string;
          /**
           * @description Accept-Encoding decides on the coding.
           * @example Accept-Encoding
           */
          Vary?: string;
          /**
           * @description `br` or `gzip` where the caller takes it.
           * @example br
           */
          'Content-Encoding'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html; charset=utf-8': string;
        };
      };
      /** @description What the caller has kept is still right: `If-None-Match` names its ETag. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description What the page may load: nothing from elsewhere.
           * @example default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
           */
          'Content-Security-Policy'?: string;
          /**
           * @description Always `DENY`: no other page may show it in a frame.
           * @example DENY
           */
          'X-Frame-Options'?: string;
          /**
           * @description Always `no-referrer`: links do not tell where they were followed.
           * @example no-referrer
           */
          'Referrer-Policy'?: string;
          /**
           * @description Names this version; send it as `If-None-Match`.
           * @example W/"kq3lNcK0v5kAwVY2sK1m8g"
           */
          ETag?: string;
          /**
           * @description Accept-Encoding decides on the coding.
           * @example Accept-Encoding
           */
          Vary?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getDocsPage: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description Name of the page.
         * @example quickstart
         */
        page: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description What the page may load: nothing from elsewhere.
           * @example default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
           */
          'Content-Security-Policy'?: string;
          /**
           * @description Always `DENY`: no other page may show it in a frame.
           * @example DENY
           */
          'X-Frame-Options'?: string;
          /**
           * @description Always `no-referrer`: links do not tell where they were followed.
           * @example no-referrer
           */
          'Referrer-Policy'?: string;
          /**
           * @description Names this version; send it as `If-None-Match`.
           * @example W/"kq3lNcK0v5kAwVY2sK1m8g"
           */
          ETag?: string;
          /**
           * @description Accept-Encoding decides on the coding.
           * @example Accept-Encoding
           */
          Vary?: string;
          /**
           * @description `br` or `gzip` where the caller takes it.
           * @example br
           */
          'Content-Encoding'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html; charset=utf-8': string;
        };
      };
      /** @description What the caller has kept is still right: `If-None-Match` names its ETag. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description What the page may load: nothing from elsewhere.
           * @example default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
           */
          'Content-Security-Policy'?: string;
          /**
           * @description Always `DENY`: no other page may show it in a frame.
           * @example DENY
           */
          'X-Frame-Options'?: string;
          /**
           * @description Always `no-referrer`: links do not tell where they were followed.
           * @example no-referrer
           */
          'Referrer-Policy'?: string;
          /**
           * @description Names this version; send it as `If-None-Match`.
           * @example W/"kq3lNcK0v5kAwVY2sK1m8g"
           */
          ETag?: string;
          /**
           * @description Accept-Encoding decides on the coding.
           * @example Accept-Encoding
           */
          Vary?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getDocsFile: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description Name of the file, as the pages give it.
         * @example icon.798c8672ae86.svg
         */
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file; its name changes with its content. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Always `same-origin`: no other site may embed the file.
           * @example same-origin
           */
          'Cross-Origin-Resource-Policy'?: string;
          /**
           * @description Names this version; send it as `If-None-Match`.
           * @example W/"kq3lNcK0v5kAwVY2sK1m8g"
           */
          ETag?: string;
          /**
           * @description Accept-Encoding decides on the coding.
           * @example Accept-Encoding
           */
          Vary?: string;
          /**
           * @description `br` or `gzip` where the caller takes it.
           * @example br
           */
          'Content-Encoding'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/javascript; charset=utf-8': string;
          'text/css; charset=utf-8': string;
          'image/svg+xml': string;
        };
      };
      /** @description What the caller has kept is still right: `If-None-Match` names its ETag. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Always `same-origin`: no other site may embed the file.
           * @example same-origin
           */
          'Cross-Origin-Resource-Policy'?: string;
          /**
           * @description Names this version; send it as `If-None-Match`.
           * @example W/"kq3lNcK0v5kAwVY2sK1m8g"
           */
          ETag?: string;
          /**
           * @description Accept-Encoding decides on the coding.
           * @example Accept-Encoding
           */
          Vary?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getPostmanCollection: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The collection. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Names this version; send it as `If-None-Match`.
           * @example W/"kq3lNcK0v5kAwVY2sK1m8g"
           */
          ETag?: string;
          /**
           * @description Accept-Encoding decides on the coding.
           * @example Accept-Encoding
           */
          Vary?: string;
          /**
           * @description `br` or `gzip` where the caller takes it.
           * @example br
           */
          'Content-Encoding'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "info": {
           *         "name": "Clinical Triage Service",
           *         "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
           *       },
           *       "variable": [
           *         {
           *           "key": "baseUrl",
           *           "value": "https://triage.example"
           *         }
           *       ],
           *       "item": [
           *         {
           *           "name": "The first hour"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PostmanCollection'];
        };
      };
      /** @description What the caller has kept is still right: `If-None-Match` names its ETag. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Names this version; send it as `If-None-Match`.
           * @example W/"kq3lNcK0v5kAwVY2sK1m8g"
           */
          ETag?: string;
          /**
           * @description Accept-Encoding decides on the coding.
           * @example Accept-Encoding
           */
          Vary?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getSystemStatus: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
        /**
         * @description For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.
         * @example nurse-17
         */
        'X-Svc-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The detailed status. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "version": "0.2.0",
           *       "build": "1.0.0+fa685815",
           *       "checked_at": "2026-03-02T10:00:00.000Z",
           *       "dependencies": {
           *         "database": "ok",
           *         "event_log": "ok",
           *         "cache": "ok",
           *         "engine": "ok"
           *       },
           *       "projections": [
           *         {
           *           "name": "sessions",
           *           "lag_events": 0,
           *           "lag_ms": 0,
           *           "is_parked": false
           *         }
           *       ],
           *       "deliveries": {
           *         "pending": 0,
           *         "due": 0,
           *         "failed": 1,
           *         "dead_lettered": 1,
           *         "exhausted": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['SystemStatus'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  getLiveness: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Alive. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok"
           *     }
           */
          'application/json': components['schemas']['Liveness'];
        };
      };
      /** @description The request is malformed below the level of its schema. Code: `bad_request`. */
      400: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description The credential lacks the scope or role. Code: `forbidden`. */
      403: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description An unexpected fault of the service. Code: `internal_server_error`. */
      500: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      default: components['responses']['OtherError'];
    };
  };
  getReadiness: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ready. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "version": "0.2.0",
           *       "build": "1.0.0+fa685815",
           *       "engine_ready": true,
           *       "database_connected": true,
           *       "cache_connected": true
           *     }
           */
          'application/json': components['schemas']['Health'];
        };
      };
      /** @description The request is malformed below the level of its schema. Code: `bad_request`. */
      400: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description The credential lacks the scope or role. Code: `forbidden`. */
      403: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description An unexpected fault of the service. Code: `internal_server_error`. */
      500: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description A dependency cannot be reached. Code: `service_unavailable`. */
      503: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      default: components['responses']['OtherError'];
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ready. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          /**
           * @description Since when the alias is deprecated, as @ and Unix seconds (RFC 9745).
           * @example @1795219200
           */
          Deprecation?: string;
          /**
           * @description The successor version.
           * @example </v1/health/ready>; rel="successor-version"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "version": "0.2.0",
           *       "build": "1.0.0+fa685815",
           *       "engine_ready": true,
           *       "database_connected": true,
           *       "cache_connected": true
           *     }
           */
          'application/json': components['schemas']['Health'];
        };
      };
      /** @description The request is malformed below the level of its schema. Code: `bad_request`. */
      400: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description The credential lacks the scope or role. Code: `forbidden`. */
      403: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description An unexpected fault of the service. Code: `internal_server_error`. */
      500: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description A dependency cannot be reached. Code: `service_unavailable`. */
      503: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      default: components['responses']['OtherError'];
    };
  };
  getOpenApi: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where it has only letters, digits and . _ : -, and else a keyed hash of it.
         * @example 0198c0de-0000-7000-8000-000000000070
         */
        'X-Request-ID'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The OpenAPI document. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Names this version; send it as `If-None-Match`.
           * @example W/"kq3lNcK0v5kAwVY2sK1m8g"
           */
          ETag?: string;
          /**
           * @description Accept-Encoding decides on the coding.
           * @example Accept-Encoding
           */
          Vary?: string;
          /**
           * @description `br` or `gzip` where the caller takes it.
           * @example br
           */
          'Content-Encoding'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "openapi": "3.1.0"
           *     }
           */
          'application/json': components['schemas']['OpenApiDocument'];
        };
      };
      /** @description What the caller has kept is still right: `If-None-Match` names its ETag. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          /**
           * @description Names this version; send it as `If-None-Match`.
           * @example W/"kq3lNcK0v5kAwVY2sK1m8g"
           */
          ETag?: string;
          /**
           * @description Accept-Encoding decides on the coding.
           * @example Accept-Encoding
           */
          Vary?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherError'];
    };
  };
  onSessionCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0198c0de-0000-7000-8000-000000000064",
         *       "type": "session.created",
         *       "created_at": "2026-03-02T08:34:30.000Z",
         *       "occurred_at": "2026-03-02T08:34:30.000Z",
         *       "sequence": 0,
         *       "api_version": "v1",
         *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
         *       "test": true,
         *       "data": {
         *         "session_id": "0198c0de-0000-7000-8000-000000000030",
         *         "triage_level": "routine",
         *         "red_flags": []
         *       }
         *     }
         */
        'application/json': components['schemas']['SessionCreatedEvent'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSessionAnswered: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0198c0de-0000-7000-8000-000000000064",
         *       "type": "session.answered",
         *       "created_at": "2026-03-02T08:34:30.000Z",
         *       "occurred_at": "2026-03-02T08:34:30.000Z",
         *       "sequence": 0,
         *       "api_version": "v1",
         *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
         *       "test": true,
         *       "data": {
         *         "session_id": "0198c0de-0000-7000-8000-000000000030",
         *         "triage_level": "emergency",
         *         "red_flags": [
         *           "rf_new_confusion"
         *         ],
         *         "new_red_flags": [
         *           "rf_new_confusion"
         *         ],
         *         "is_complete": false,
         *         "skipped": false
         *       }
         *     }
         */
        'application/json': components['schemas']['SessionAnsweredEvent'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSessionFinalized: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0198c0de-0000-7000-8000-000000000064",
         *       "type": "session.finalized",
         *       "created_at": "2026-03-02T08:34:30.000Z",
         *       "occurred_at": "2026-03-02T08:34:30.000Z",
         *       "sequence": 0,
         *       "api_version": "v1",
         *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
         *       "test": true,
         *       "data": {
         *         "session_id": "0198c0de-0000-7000-8000-000000000030",
         *         "triage_level": "routine",
         *         "red_flags": [],
         *         "primary_diagnosis_icd": "J00"
         *       }
         *     }
         */
        'application/json': components['schemas']['SessionFinalizedEvent'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onAssessmentCompleted: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0198c0de-0000-7000-8000-000000000064",
         *       "type": "assessment.completed",
         *       "created_at": "2026-03-02T08:34:30.000Z",
         *       "occurred_at": "2026-03-02T08:34:30.000Z",
         *       "sequence": 0,
         *       "api_version": "v1",
         *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
         *       "test": true,
         *       "data": {
         *         "session_id": "0198c0de-0000-7000-8000-000000000030",
         *         "triage_level": "routine",
         *         "red_flags": [],
         *         "primary_diagnosis_icd": "J00",
         *         "questions_asked": 8
         *       }
         *     }
         */
        'application/json': components['schemas']['AssessmentCompletedEvent'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onRedFlagDetected: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0198c0de-0000-7000-8000-000000000064",
         *       "type": "red_flag.detected",
         *       "created_at": "2026-03-02T08:34:30.000Z",
         *       "occurred_at": "2026-03-02T08:34:30.000Z",
         *       "sequence": 0,
         *       "api_version": "v1",
         *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
         *       "test": true,
         *       "data": {
         *         "session_id": "0198c0de-0000-7000-8000-000000000030",
         *         "flag": "rf_new_confusion"
         *       }
         *     }
         */
        'application/json': components['schemas']['RedFlagDetectedEvent'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onTriageEscalated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0198c0de-0000-7000-8000-000000000064",
         *       "type": "triage.escalated",
         *       "created_at": "2026-03-02T08:34:30.000Z",
         *       "occurred_at": "2026-03-02T08:34:30.000Z",
         *       "sequence": 0,
         *       "api_version": "v1",
         *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
         *       "test": true,
         *       "data": {
         *         "session_id": "0198c0de-0000-7000-8000-000000000030",
         *         "previous_triage_level": "routine",
         *         "triage_level": "urgent"
         *       }
         *     }
         */
        'application/json': components['schemas']['TriageEscalatedEvent'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSessionTimeout: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0198c0de-0000-7000-8000-000000000064",
         *       "type": "session.timeout",
         *       "created_at": "2026-03-02T08:34:30.000Z",
         *       "occurred_at": "2026-03-02T08:34:30.000Z",
         *       "sequence": 0,
         *       "api_version": "v1",
         *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
         *       "test": true,
         *       "data": {
         *         "session_id": "0198c0de-0000-7000-8000-000000000030",
         *         "idle_since": "2026-03-02T08:34:30.000Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['SessionTimeoutEvent'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onBalanceLow20: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0198c0de-0000-7000-8000-000000000064",
         *       "type": "balance.low_20",
         *       "created_at": "2026-03-02T08:34:30.000Z",
         *       "occurred_at": "2026-03-02T08:34:30.000Z",
         *       "sequence": 0,
         *       "api_version": "v1",
         *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
         *       "test": true,
         *       "data": {
         *         "balance": 190,
         *         "initial_balance": 1000
         *       }
         *     }
         */
        'application/json': components['schemas']['BalanceLow20Event'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onBalanceLow10: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0198c0de-0000-7000-8000-000000000064",
         *       "type": "balance.low_10",
         *       "created_at": "2026-03-02T08:34:30.000Z",
         *       "occurred_at": "2026-03-02T08:34:30.000Z",
         *       "sequence": 0,
         *       "api_version": "v1",
         *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
         *       "test": true,
         *       "data": {
         *         "balance": 90,
         *         "initial_balance": 1000
         *       }
         *     }
         */
        'application/json': components['schemas']['BalanceLow10Event'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onBalanceDepleted: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0198c0de-0000-7000-8000-000000000064",
         *       "type": "balance.depleted",
         *       "created_at": "2026-03-02T08:34:30.000Z",
         *       "occurred_at": "2026-03-02T08:34:30.000Z",
         *       "sequence": 0,
         *       "api_version": "v1",
         *       "tenant_id": "0198c0de-0000-7000-8000-000000000010",
         *       "test": true,
         *       "data": {
         *         "balance": 0,
         *         "initial_balance": 1000
         *       }
         *     }
         */
        'application/json': components['schemas']['BalanceDepletedEvent'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onWebhookEvent: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex. */
        'X-Svc-Signature-256': components['parameters']['X-Svc-Signature-256'];
        /** @description The same, made with the secret before the last rotation; for 24 hours after it. */
        'X-Svc-Signature-256-Previous'?: components['parameters']['X-Svc-Signature-256-Previous'];
        /** @description Unix time of this attempt in seconds; part of what is signed. */
        'X-Svc-Timestamp': components['parameters']['X-Svc-Timestamp'];
        /** @description Name of the event: `type` of the body. */
        'X-Svc-Event': components['parameters']['X-Svc-Event'];
        /** @description Id of the event: `id` of the body, the same over retries and replays. */
        'X-Svc-Event-Id': components['parameters']['X-Svc-Event-Id'];
        /** @description Id of this delivery, the same over retries and replays. */
        'X-Svc-Delivery-Id': components['parameters']['X-Svc-Delivery-Id'];
        /** @description Number of this attempt at the delivery, from 1. */
        'X-Svc-Attempt': components['parameters']['X-Svc-Attempt'];
        /** @description Standard Webhooks: id of the event. */
        'webhook-id': components['parameters']['webhook-id'];
        /** @description Standard Webhooks: the same as X-Svc-Timestamp. */
        'webhook-timestamp': components['parameters']['webhook-timestamp'];
        /** @description Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with spaces between. */
        'webhook-signature': components['parameters']['webhook-signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | components['schemas']['SessionCreatedEvent']
          | components['schemas']['SessionAnsweredEvent']
          | components['schemas']['SessionFinalizedEvent']
          | components['schemas']['AssessmentCompletedEvent']
          | components['schemas']['RedFlagDetectedEvent']
          | components['schemas']['TriageEscalatedEvent']
          | components['schemas']['SessionTimeoutEvent']
          | components['schemas']['BalanceLow20Event']
          | components['schemas']['BalanceLow10Event']
          | components['schemas']['BalanceDepletedEvent'];
      };
    };
    responses: {
      /** @description Not delivered. Nothing more is wanted: the subscription is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not delivered; tried again. After 5 days without a delivery the subscription is switched off. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
