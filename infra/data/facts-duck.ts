import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DuckDBInstance, type DuckDBConnection, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { DataError } from '../../projectors/extracts/data-error.ts';
import { quoted } from '../../projectors/extracts/duck.ts';
import { missingFor, viewsOf, type Facts } from './facts-views.ts';
import { chapters, questions } from './questions/all.ts';

/** What a query gives: columns in order, and numbers as numbers. */
export type Answer = { columns: string[]; rows: (string | number | boolean | null)[][] };

/** An extract in DuckDB, with a view of each dataset. */
export type FactsDuck = { answer: (sql: string) => Promise<Answer>; close: () => void };

const NUMBERS: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
]);

const isNumber = ({ typeId }: DuckDBType): boolean => NUMBERS.has(typeId);

const SETTINGS = {
  // Everything that is needed is built in; nothing is to be fetched.
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

async function answerOf(connection: DuckDBConnection, sql: string): Promise<Answer> {
  const reader = await connection.runAndReadAll(sql);
  const types = reader.columnTypes();
  return {
    columns: reader.columnNames(),
    rows: reader.getRowsJson().map((row) =>
      row.map((value, index) => {
        if (value === null || typeof value === 'boolean') return value;
        const type = types[index];
        if (type && isNumber(type)) return Number(value);
        return typeof value === 'string' ? value : JSON.stringify(value);
      }),
    ),
  };
}

async function open(file: string): Promise<{ connection: DuckDBConnection; close: () => void }> {
  const instance = await DuckDBInstance.create(file, SETTINGS);
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return {
    connection,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Opens an extract for queries. Nothing is written. */
export async function openFacts(facts: Facts): Promise<FactsDuck> {
  const { connection, close } = await open(':memory:');
  try {
    for (const statement of viewsOf(facts)) await connection.run(statement);
  } catch (error) {
    close();
    throw error;
  }
  return { answer: (sql) => answerOf(connection, sql), close };
}

/**
 * Writes a DuckDB file with a view of each dataset, a view `answers.<name>` of each question and a table `saved_queries`
 * of their SQL. It holds no row of the extract, and reads it where it lies. Throws DataError where the file is there already.
 */
export async function writeDuckFile(
  facts: Facts,
  file: string,
): Promise<{ views: number; questions: number }> {
  const views = viewsOf(facts);
  const answered = questions.filter((question) => missingFor(question, facts).length === 0);
  if (existsSync(file)) throw new DataError(`${file} is there already`);
  const { connection, close } = await open(file).catch(() => {
    throw new DataError(`${file} cannot be made: is its folder there?`);
  });
  try {
    for (const statement of views) await connection.run(statement);
    await connection.run('CREATE SCHEMA answers');
    await connection.run(
      'CREATE TABLE saved_queries (chapter TEXT, name TEXT, asks TEXT, sql TEXT, reading TEXT)',
    );
    for (const { title, questions: ofChapter } of chapters) {
      for (const { name, asks, sql, reading } of ofChapter.filter((one) => answered.includes(one))) {
        await connection.run(`CREATE VIEW answers.${name} AS ${sql}`);
        const values = [title, name, asks, sql.trim(), reading].map(quoted).join(', ');
        await connection.run(`INSERT INTO saved_queries VALUES (${values})`);
      }
    }
  } catch (error) {
    close();
    await rm(file, { force: true });
    throw error;
  }
  close();
  return { views: views.length, questions: answered.length };
}
