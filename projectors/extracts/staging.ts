import type { Column, Fact } from '../../shared/datasets/dataset.ts';
import { coarsened, type Coarsening } from './k-anonymity.ts';
import { pseudonymsOf } from './pseudonyms.ts';
import type { Recipient } from './recipients.ts';
import type { Days } from './spans.ts';
import { factQuery, type Window } from './window.ts';

/** What Postgres is asked for the rows of a fact, and what has to be done to them until they are what is declared. */
export type Staging = {
  queryOf: (days?: Days) => string;
  /** Whether it is everything up to a moment, not what changed of late. */
  isWhole: boolean;
  /** Columns in the order of the query. */
  columns: readonly Column[];
  /** What all rows have: not sent with each of them. */
  constants: Readonly<Record<string, string>>;
  /** Makes the pseudonym of the id with which each row begins; null where rows begin with none. */
  nameOf: ((id: string) => string) | null;
};

type StagingOptions = { recipient: Recipient; window: Window; coarsening: Coarsening | null };

/**
 * A session has many rows, and Postgres would make its pseudonym for each: that is a third of its time. So rows begin with the
 * id, which never gets further than this process. What is coarsened is asked for as it is declared.
 */
export function stagingOf(fact: Fact, { recipient, window, coarsening }: StagingOptions): Staging {
  const isWhole = window.since === null;
  const session = fact.columns.find(({ pseudonymOf }) => pseudonymOf !== undefined);
  if (coarsening !== null || session?.pseudonymOf === undefined) {
    return {
      queryOf: (days) =>
        coarsened(fact, factQuery(fact, recipient, { window, ...(days && { days }) }), coarsening),
      isWhole,
      columns: fact.columns,
      constants: {},
      nameOf: null,
    };
  }
  const constants = recipient.tenantId === null ? {} : { tenant_id: recipient.tenantId };
  const others = fact.columns.filter((column) => column !== session && !(column.name in constants));
  const columns = [{ ...session, sql: session.pseudonymOf }, ...others];
  return {
    queryOf: (days) => factQuery(fact, recipient, { window, columns, ...(days && { days }) }),
    isWhole,
    columns,
    constants,
    nameOf: pseudonymsOf(recipient.key),
  };
}
