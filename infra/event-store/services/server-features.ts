import type { sendUnaryData } from '@grpc/grpc-js';
import { GOSSIP, SERVER_FEATURES, STREAMS } from '../protocol.ts';
import { messageField, stringField } from '../wire/protobuf.ts';

/** The EventStoreDB version whose behaviour is the model; clients choose what they ask for by the methods. */
const MODEL_VERSION = '23.10.0';

const FEATURES: Readonly<Record<string, readonly string[]>> = {
  '/event_store.client.streams.streams/read': ['position', 'events'],
};

/** SupportedMethods: names in lower case, as EventStoreDB gives them. */
function supportedMethods(): Buffer {
  const methods = [STREAMS, SERVER_FEATURES, GOSSIP].flatMap((service) => Object.values(service));
  const fields = methods.map(({ path }) => {
    const lower = path.toLowerCase();
    const [, service = '', method = ''] = lower.split('/');
    const features = (FEATURES[lower] ?? []).map((feature) => stringField(3, feature));
    return messageField(1, stringField(1, method), stringField(2, service), ...features);
  });
  return Buffer.concat([...fields, stringField(2, MODEL_VERSION)]);
}

/** ServerFeatures.GetSupportedMethods. */
export function createSupportedMethodsHandler() {
  const response = supportedMethods();
  return (_call: unknown, callback: sendUnaryData<Buffer>): void => callback(null, response);
}
