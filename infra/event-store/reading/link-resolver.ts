import { resolvedLinkMessage } from '../wire/responses.ts';
import { dataOf, isLinkRecord, messageOf, type StoredRecord } from '../wire/record.ts';
import type { StreamReader } from './stream-reader.ts';

/** Turns a stored event into the message for a reader. */
export type Presenter = (record: StoredRecord) => Buffer;

const LINK_TARGET = /^(\d{1,15})@(.+)$/su;

/**
 * A reader that asked to follow links gets the target beside the link event (`$>`, data `revision@stream`);
 * where the target cannot be seen, the link alone. Everybody else gets events as they are.
 */
export function createPresenter(resolveLinks: boolean, streams: StreamReader): Presenter {
  if (!resolveLinks) return messageOf;
  return (record) => {
    if (!isLinkRecord(record)) return messageOf(record);
    const [, revision, streamName] = LINK_TARGET.exec(dataOf(record).toString('utf8')) ?? [];
    if (revision === undefined || streamName === undefined) return messageOf(record);
    return resolvedLinkMessage(record, streams.event(Buffer.from(streamName, 'utf8'), Number(revision)));
  };
}
