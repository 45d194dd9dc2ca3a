-- GET /v1/admin/erasures: a tenant's certificates, the latest first.
CREATE INDEX erasure_certificates_listed
  ON ops.erasure_certificates (tenant_id, erased_at DESC, certificate_id DESC);
