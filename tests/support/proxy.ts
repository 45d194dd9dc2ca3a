import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../infra/embedded/ports.ts';
import { debianProgram } from './debian.ts';
import { deployFile, readDeployFile } from './deploy-files.ts';

export type TestProxy = {
  /** Where callers come. */
  url: string;
  /** Its own probes and metrics. */
  operationsUrl: string;
  stop: () => Promise<void>;
};

/** HAProxy with the configuration of infra/deploy as it is, on ports that are free here; `apis` is its environment. */
export async function startProxy(folder: string, apis: Record<string, string>): Promise<TestProxy> {
  const [callers, operations] = [await freePort(), await freePort()];
  const place = mkdtempSync(path.join(folder, 'proxy-'));
  const configuration = readDeployFile('proxy/haproxy.cfg')
    .replace(':8080"', `:${callers}"`)
    .replace(':8405"', `:${operations}"`);
  writeFileSync(path.join(place, 'haproxy.cfg'), configuration);
  copyFileSync(deployFile('proxy/routes.map'), path.join(place, 'routes.map'));
  const proxy = spawn(debianProgram('haproxy'), ['-db', '-f', path.join(place, 'haproxy.cfg')], {
    env: { LISTEN_ADDRESS: '127.0.0.1', ...apis },
    stdio: 'ignore',
  });
  const closed = once(proxy, 'close');
  return {
    url: `http://127.0.0.1:${callers}`,
    operationsUrl: `http://127.0.0.1:${operations}`,
    stop: async () => {
      proxy.kill('SIGKILL');
      await closed;
    },
  };
}
