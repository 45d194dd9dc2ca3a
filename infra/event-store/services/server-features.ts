import type { sendUnaryData } from '@grpc/grpc-js';
import { GOSSIP, SERVER_FEATURES, STREAMS } from '../protocol.ts';
import { messageField, stringField } from '../wire/protobuf.ts';
import type { Behaviour, StoreContext } from './context.ts';

/** The EventStoreDB version whose behaviour is the model; clients choose what they ask for by the methods. */
const MODEL_VERSION = '23.10.0';

/**
 * A feature of this store's reads that EventStoreDB does not have: the first event stands at 1, the next at 2. A raw backup
 * rests on it, and knows the store by it.
 */
export const POSITIONS_WITHOUT_GAPS = 'positions-without-gaps';

const READ = STREAMS.read.path.toLowerCase();
const FEATURES: Readonly<Record<Behaviour, readonly string[]>> = {
  own: ['position', 'events', POSITIONS_WITHOUT_GAPS],
  '23.10': ['position', 'events'],
};

/** SupportedMethods: names in lower case, as EventStoreDB gives them. */
function supportedMethods(behaviour: Behaviour): Buffer {
  const methods = [STREAMS, SERVER_FEATURES, GOSSIP].flatMap((service) => Object.values(service));
  const fields = methods.map(({ path }) => {
    const lower = path.toLowerCase();
    const [, service = '', method = ''] = lower.split('/');
    const features = (lower === READ ? FEATURES[behaviour] : []).map((feature) => stringField(3, feature));
    return messageField(1, stringField(1, method), stringField(2, service), ...features);
  });
  return Buffer.concat([...fields, stringField(2, MODEL_VERSION)]);
}

/** ServerFeatures.GetSupportedMethods. */
export function createSupportedMethodsHandler({ behaviour }: Pick<StoreContext, 'behaviour'>) {
  const response = supportedMethods(behaviour);
  return (_call: unknown, callback: sendUnaryData<Buffer>): void => callback(null, response);
}
