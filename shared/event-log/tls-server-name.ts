import { isIP } from 'node:net';
import { credentials } from '@grpc/grpc-js';

type Connector = { connectionOptions?: { servername?: string } };
type SecureCredentials = { _createSecureConnector?: (...args: unknown[]) => Connector };

let isDone = false;

/**
 * grpc-js (1.14) names the server to TLS by what it connects to, an address as well, which RFC 6066 does not allow: Node
 * warns of it (DEP0123) and will ignore it. Without a name TLS checks the certificate against the address that it connects
 * to, which is the same check. Neither grpc-js nor the driver has a setting for this.
 */
export function leaveOutAddressNames(): void {
  if (isDone) return;
  isDone = true;
  const secure = Object.getPrototypeOf(credentials.createSsl()) as SecureCredentials;
  const create = secure._createSecureConnector;
  if (create === undefined) return;
  secure._createSecureConnector = function (...args) {
    const connector = create.apply(this, args);
    const options = connector.connectionOptions;
    if (options?.servername !== undefined && isIP(options.servername) !== 0) delete options.servername;
    return connector;
  };
}
