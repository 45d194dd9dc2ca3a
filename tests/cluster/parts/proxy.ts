import { debianProgram } from '../../support/debian.ts';
import { deployFile } from '../../support/deploy-files.ts';
import { SERVICE_NAMES, type Host } from '../network/hosts.ts';
import { supervise, type Supervised } from '../network/supervised.ts';
import type { Etc } from './etc.ts';
import { PORTS } from './service.ts';

/** Of infra/deploy/proxy/haproxy.cfg. */
const CALLERS_PORT = 8_443;
const OPERATIONS_PORT = 8_405;

export type Proxy = { process: Supervised; publicUrl: string; operationsUrl: string };

export type ProxyOptions = { host: Host; etc: Etc; answers: (url: string) => Promise<boolean> };

/** HAProxy with the configuration of infra/deploy as it stands; names and certificate come from its environment. */
export async function makeProxy({ host, etc, answers }: ProxyOptions): Promise<Proxy> {
  const { certificate, privateKey } = await etc.certify(host, SERVICE_NAMES.public);
  const env = {
    COMMAND_API: `${SERVICE_NAMES.apis}:${PORTS['command-api'].port}`,
    QUERY_API: `${SERVICE_NAMES.apis}:${PORTS['query-api'].port}`,
    OPERATIONS_ADDRESS: '0.0.0.0',
    TLS_CERTIFICATE: etc.put('proxy.pem', `${certificate}${privateKey}`),
  };
  const command = [debianProgram('haproxy'), '-db', '-f', deployFile('proxy/haproxy.cfg')];
  const operationsUrl = `http://${host.domainName}:${OPERATIONS_PORT}`;
  return {
    publicUrl: `https://${SERVICE_NAMES.public}:${CALLERS_PORT}`,
    operationsUrl,
    process: supervise({
      host,
      name: 'haproxy',
      run: () => host.run('haproxy', command, { env }),
      isReady: () => answers(`${operationsUrl}/ready`),
    }),
  };
}
