import { DomainError } from '../../domain/kernel/errors.ts';
import { switchedOff } from '../../shared/admission/identity.ts';
import { open, seal, TamperedError, type DataKey } from '../../shared/crypto/seal.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/** Who vouches for the addresses of a domain, and for which tenant's members. */
export type SsoBinding = {
  /** In lower case; an internationalised one in its ASCII form. */
  domain: string;
  tenantId: string;
  issuer: string;
  clientId: string;
  /** Hosts, with their ports, that the service may go to beside that of the issuer. */
  allowedHosts: string[];
  /** Whether the provider may have addresses of a private network. */
  privateNetwork: boolean;
  boundAt: Date;
};

export type SsoDeps = Pick<CommandDeps, 'pool' | 'poolOf' | 'dataKeys' | 'random'>;

type Row = {
  domain: string;
  tenant_id: string;
  issuer: string;
  client_id: string;
  client_secret_sealed: Buffer;
  allowed_hosts: string[];
  private_network: boolean;
  bound_at: Date;
};
type FoundRow = Row & { is_switched_off: boolean };

export const DOMAIN_PATTERN =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * The client's secret opens only beside what the operator bound with it: whoever writes another issuer, tenant or host
 * into the row without the tenant's key has a binding that does not open.
 */
const secretPlace = (binding: Omit<SsoBinding, 'boundAt'>): string =>
  JSON.stringify([
    'sso',
    binding.tenantId,
    binding.domain,
    binding.issuer,
    binding.clientId,
    binding.allowedHosts,
    binding.privateNetwork,
    'client-secret',
  ]);

const toBinding = (row: Row): SsoBinding => ({
  domain: row.domain,
  tenantId: row.tenant_id,
  issuer: row.issuer,
  clientId: row.client_id,
  allowedHosts: row.allowed_hosts,
  privateNetwork: row.private_network,
  boundAt: row.bound_at,
});

/**
 * The binding of a domain with the client's secret, null where there is none, or none that an operator made. Throws 501
 * where the feature is switched off for its tenant.
 */
export async function findSsoBinding(
  deps: Pick<CommandDeps, 'pool' | 'poolOf' | 'dataKeys' | 'access'>,
  domain: string,
): Promise<(SsoBinding & { clientSecret: string }) | null> {
  const { rows } = await deps.pool.query<FoundRow>({
    name: 'find-sso-binding',
    text: 'SELECT * FROM ops.find_sso_binding($1)',
    values: [domain],
  });
  const row = rows[0];
  if (!row) return null;
  if (row.is_switched_off) throw switchedOff();
  const key = await tenantKey(deps, row.tenant_id);
  const binding = { ...toBinding(row), domain };
  try {
    const secret = open(key, secretPlace(binding), row.client_secret_sealed);
    return { ...binding, clientSecret: secret.toString('utf8') };
  } catch (error) {
    if (!(error instanceof TamperedError)) throw error;
    deps.access.refuse('sso_binding', domain);
    return null;
  }
}

const tenantKey = async (deps: Pick<SsoDeps, 'poolOf' | 'dataKeys'>, tenantId: string): Promise<DataKey> =>
  (await deps.dataKeys.tenantKeys(deps.poolOf(tenantId), tenantId)).seal;

/**
 * Binds a domain, in place of what it was bound to. For operators, whose connections see every tenant. Throws
 * DomainError `not_found` for the tenant.
 */
export async function bindSso(deps: SsoDeps, binding: SsoBinding & { clientSecret: string }): Promise<void> {
  const { domain, tenantId, issuer, clientId, clientSecret } = binding;
  const { rowCount } = await deps
    .poolOf(tenantId)
    .query('SELECT 1 FROM read.tenants WHERE tenant_id = $1', [tenantId]);
  if (!rowCount) throw new DomainError('not_found', 'The tenant does not exist.');
  const place = secretPlace(binding);
  const sealed = seal(await tenantKey(deps, tenantId), place, clientSecret, deps.random);
  await deps.poolOf(tenantId).query(
    `INSERT INTO ops.sso_bindings
       (domain, tenant_id, issuer, client_id, client_secret_sealed, allowed_hosts, private_network, bound_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (domain) DO UPDATE
     SET tenant_id = excluded.tenant_id, issuer = excluded.issuer, client_id = excluded.client_id,
         client_secret_sealed = excluded.client_secret_sealed, allowed_hosts = excluded.allowed_hosts,
         private_network = excluded.private_network, bound_at = excluded.bound_at`,
    [
      domain,
      tenantId,
      issuer,
      clientId,
      sealed,
      binding.allowedHosts,
      binding.privateNetwork,
      binding.boundAt,
    ],
  );
}

/** For operators: every binding, by domain. */
export async function listSsoBindings({ pool }: Pick<SsoDeps, 'pool'>): Promise<SsoBinding[]> {
  const { rows } = await pool.query<Row>('SELECT * FROM ops.sso_bindings ORDER BY domain');
  return rows.map(toBinding);
}

/** For operators. Throws DomainError `not_found` where the domain is not bound. */
export async function unbindSso({ pool }: Pick<SsoDeps, 'pool'>, domain: string): Promise<void> {
  const { rowCount } = await pool.query('DELETE FROM ops.sso_bindings WHERE domain = $1', [domain]);
  if (!rowCount) throw new DomainError('not_found', 'The domain is not bound.');
}
