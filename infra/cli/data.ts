import os from 'node:os';
import path from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { datasets as allDatasets } from '../../shared/datasets/all.ts';
import type { Dataset } from '../../shared/datasets/dataset.ts';
import { recordOperatorAccess } from '../audit/operator.ts';
import { DataError } from '../../projectors/extracts/data-error.ts';
import { datasetsNamed, extract } from '../../projectors/extracts/extract.ts';
import type { Format } from '../../projectors/extracts/format.ts';
import { FORMATS } from '../../shared/data-extracts/record.ts';
import {
  findRecipient,
  grantRecipient,
  listRecipients,
  revokeRecipient,
  rotateRecipient,
  type Recipient,
} from '../../projectors/extracts/recipients.ts';
import { RECIPIENT_NAME } from '../../shared/datasets/recipient.ts';
import { uuid } from './arguments.ts';
import type { Installation } from './connection.ts';
import { applyCommand } from './data-apply.ts';
import { checkCommand } from './data-check.ts';
import { told } from './data-told.ts';
import { progressBar } from './progress.ts';
import type { Run } from './run.ts';

const tenantOrAll = (text: string): string | null => (text === 'all' ? null : uuid(text));

function recipientName(text: string): string {
  if (!RECIPIENT_NAME.test(text)) {
    throw new InvalidArgumentError('2 to 40 lower-case letters, digits, - and _, beginning with a letter');
  }
  return text;
}

function datasetList(text: string): Dataset[] {
  try {
    return datasetsNamed(text.split(','));
  } catch (error) {
    throw error instanceof DataError ? new InvalidArgumentError(error.message) : error;
  }
}

export function extractFormat(text: string): Format {
  const found = FORMATS.find((known) => known === text);
  if (!found) throw new InvalidArgumentError(`one of ${FORMATS.join(', ')}`);
  return found;
}

const MOST_K = 1_000;

function smallestClass(text: string): number {
  const k = Number(text);
  if (!Number.isInteger(k) || k < 2 || k > MOST_K) {
    throw new InvalidArgumentError(`a whole number from 2 to ${MOST_K}`);
  }
  return k;
}

const TENANT = '<tenant_id|all>';
const TENANT_MEANING = 'the tenant whose facts they are; all: every tenant, for your own data team';

/** `data grant|recipients|rotate|revoke|extract|apply|check` */
export function dataCommands(program: Command, run: Run): Command {
  const data = program.command('data').description('facts for data teams: docs/data/extracts.md');
  recipientCommands(data, run);
  extractCommand(data, run);
  applyCommand(data);
  checkCommand(data, run);
  return data;
}

function recipientCommands(data: Command, run: Run): void {
  data
    .command('grant')
    .description('let somebody have extracts, under pseudonyms of their own')
    .argument(TENANT, TENANT_MEANING, tenantOrAll)
    .argument('<name>', 'name of the recipient', recipientName)
    .option('--exact-times', 'moments to the second rather than to the hour', false)
    .action((tenantId: string | null, name: string, options: { exactTimes: boolean }) =>
      run(async (installation) => {
        const { pool, random, now, newId } = installation;
        const granted = { recipientId: newId(), tenantId, name, grantedAt: now(), ...options };
        const recipient = await told(grantRecipient(pool, granted, random));
        await record(installation, recipient, 'facts.granted');
        return shown(recipient);
      }),
    );

  data
    .command('recipients')
    .description('list who has extracts')
    .action(() => run(async ({ pool }) => (await listRecipients(pool)).map(shown)));

  data
    .command('rotate')
    .description(
      'give a recipient a new key: pseudonyms and cursors of before fit nothing that comes after, so it begins anew',
    )
    .argument(TENANT, TENANT_MEANING, tenantOrAll)
    .argument('<name>', 'name of the recipient', recipientName)
    .action((tenantId: string | null, name: string) =>
      run(async (installation) => {
        const { pool, random } = installation;
        const recipient = await told(rotateRecipient(pool, { tenantId, name }, random));
        await record(installation, recipient, 'facts.rotated');
        return shown(recipient);
      }),
    );

  data
    .command('revoke')
    .description('let a recipient have no further extract, and destroy its key')
    .argument(TENANT, TENANT_MEANING, tenantOrAll)
    .argument('<name>', 'name of the recipient', recipientName)
    .action((tenantId: string | null, name: string) =>
      run(async (installation) => {
        const { pool, now } = installation;
        const recipient = await told(revokeRecipient(pool, { tenantId, name }, now()));
        await record(installation, recipient, 'facts.revoked');
        return { ...shown(recipient), revoked: true };
      }),
    );
}

const shown = ({ recipientId, tenantId, name, exactTimes, generation, grantedAt }: Recipient) => ({
  recipient_id: recipientId,
  tenant_id: tenantId ?? 'all',
  name,
  exact_times: exactTimes,
  generation,
  granted_at: grantedAt.toISOString(),
});

type FactsAction = 'facts.granted' | 'facts.rotated' | 'facts.revoked' | 'facts.extracted';

/** Says so in the trail of each tenant that it is about. */
async function record(
  installation: Installation,
  { tenantId }: Pick<Recipient, 'tenantId'>,
  action: FactsAction,
): Promise<void> {
  const { rows } = await installation.pool.query<{ tenant_id: string }>(
    'SELECT tenant_id FROM read.tenants WHERE $1::uuid IS NULL OR tenant_id = $1 ORDER BY tenant_id',
    [tenantId],
  );
  for (const { tenant_id: id } of rows) {
    await recordOperatorAccess(installation, {
      tenantId: id,
      action,
      subject: { type: 'tenant', id },
      test: false,
    });
  }
}

type ExtractFlags = {
  tenant: string | null;
  recipient: string;
  to: string;
  datasets: Dataset[];
  format: Format;
  since?: string;
  until?: string;
  minK?: number;
};

function extractCommand(data: Command, run: Run): void {
  data
    .command('extract')
    .description(
      'write what changed between two cursors into an empty folder: a row a session, step, finding and so on, in codes and ' +
        'under pseudonyms of the recipient, with a dictionary, schemas and a signed manifest. A run that was cut off ' +
        'leaves nothing in the folder: run it again',
    )
    .requiredOption('--tenant <tenant_id|all>', TENANT_MEANING, tenantOrAll)
    .requiredOption('--recipient <name>', 'who gets it; see data grant', recipientName)
    .requiredOption('--to <folder>', 'a folder that is empty or not there yet', (text: string) =>
      path.resolve(text),
    )
    .option(
      '--datasets <name[,name]>',
      `some of ${allDatasets.map(({ name }) => name).join(', ')}; all without`,
      datasetList,
      [...allDatasets],
    )
    .option('--format <format>', FORMATS.join(', '), extractFormat, 'parquet')
    .option('--since <cursor>', '`until` of the manifest of the extract before; everything without')
    .option(
      '--min-k <number>',
      'coarsen days, moments, ages and complaints until each session is like so many; for a full extract, which then stands alone',
      smallestClass,
    )
    .option('--until <cursor>', '`until` of another extract, to have the same once more; up to now without')
    .action(({ tenant: tenantId, recipient: name, to: folder, ...flags }: ExtractFlags) =>
      run(async (installation) => {
        // Whoever answers calls and follows the log goes first.
        os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
        const recipient = await told(findRecipient(installation.pool, { tenantId, name }));
        await record(installation, recipient, 'facts.extracted');
        const bar = progressBar('{dataset} | {value} rows');
        let done = 0;
        try {
          const { datasets, until } = await told(
            extract(installation, {
              ...{ tenantId, name, folder, datasets: flags.datasets, format: flags.format },
              since: flags.since ?? null,
              until: flags.until ?? null,
              minK: flags.minK ?? null,
              onRows: (dataset, rows) => bar.show((done += rows), 0, { dataset }),
            }),
          );
          const rows = Object.fromEntries(datasets.map((dataset) => [dataset.name, dataset.rows]));
          return { folder, rows, until };
        } finally {
          bar.stop();
        }
      }),
    );
}
