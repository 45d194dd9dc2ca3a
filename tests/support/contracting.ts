import { parse } from 'libpg-query';

/** A node of Postgres' own parser: what it holds depends on its kind. */
type Node = Record<string, unknown>;

type Relation = { schemaname?: string; relname: string };
type Command = { subtype: string; def?: Node };
type Made = { relations: ReadonlySet<string>; functions: ReadonlySet<string> };

const nameOf = ({ schemaname = 'public', relname }: Relation): string => `${schemaname}.${relname}`;

const stringsOf = (nodes: unknown): string =>
  (nodes as { String: { sval: string } }[]).map(({ String: { sval } }) => sval).join('.');

/** Statements of a migration, each as its kind and what it holds. */
async function statementsOf(sql: string): Promise<[kind: string, node: Node][]> {
  const { stmts } = (await parse(sql)) as unknown as { stmts?: { stmt: Record<string, Node> }[] };
  return (stmts ?? []).flatMap(({ stmt }) => Object.entries(stmt));
}

/** The name of a function and how many arguments it takes. */
const functionOf = (name: unknown, count: number): string => `${stringsOf(name)}/${count}`;

const inputsOf = (parameters: unknown): number =>
  ((parameters ?? []) as { FunctionParameter: { mode: string } }[]).filter(
    ({ FunctionParameter: { mode } }) => mode !== 'FUNC_PARAM_TABLE' && mode !== 'FUNC_PARAM_OUT',
  ).length;

/** What these migrations make: a release without them uses none of it. */
export async function madeBy(migrations: readonly string[]): Promise<Made> {
  const relations = new Set<string>();
  const functions = new Set<string>();
  for (const [kind, node] of (await Promise.all(migrations.map(statementsOf))).flat()) {
    if (kind === 'CreateStmt') relations.add(nameOf(node.relation as Relation));
    if (kind === 'ViewStmt') relations.add(nameOf(node.view as Relation));
    if (kind === 'IndexStmt') {
      const { schemaname = 'public' } = node.relation as Relation;
      relations.add(`${schemaname}.${String(node.idxname)}`);
    }
    if (kind === 'CreateFunctionStmt') functions.add(functionOf(node.funcname, inputsOf(node.parameters)));
  }
  return { relations, functions };
}

const constraintsOf = (column: unknown): string[] =>
  ((column as { constraints?: { Constraint: { contype: string } }[] }).constraints ?? []).map(
    ({ Constraint: { contype } }) => contype,
  );

const GIVES_A_VALUE = ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY'];

/** Why the release before could not go on with its statements after this change of a table; null where it can. */
function changeOf({ subtype, def }: Command): string | null {
  switch (subtype) {
    case 'AT_AddColumn': {
      const found = constraintsOf(def?.ColumnDef);
      const isRequired =
        found.includes('CONSTR_NOTNULL') && !found.some((one) => GIVES_A_VALUE.includes(one));
      return isRequired ? 'adds a column that has to be given' : null;
    }
    case 'AT_ColumnDefault':
      return def === undefined ? 'drops a default' : null;
    case 'AT_DropColumn':
      return 'drops a column';
    case 'AT_SetNotNull':
      return 'requires a column';
    case 'AT_AlterColumnType':
      return 'changes the type of a column';
    case 'AT_AddConstraint':
      return 'adds a constraint';
    case 'AT_EnableRowSecurity':
    case 'AT_ForceRowSecurity':
      return 'hides rows';
    default:
      return null;
  }
}

function problemsOfTable(node: Node, made: Made): string[] {
  const table = nameOf(node.relation as Relation);
  if (made.relations.has(table)) return [];
  return (node.cmds as { AlterTableCmd: Command }[]).flatMap(({ AlterTableCmd: command }) => {
    const problem = changeOf(command);
    return problem === null ? [] : [`${table}: ${problem}`];
  });
}

function problemsOfDrop(node: Node, { made, anew }: { made: Made; anew: Made }): string[] {
  return (node.objects as Node[]).flatMap((object) => {
    const taken = object.ObjectWithArgs as { objname: unknown; objargs?: unknown[] } | undefined;
    if (taken !== undefined) {
      const name = functionOf(taken.objname, taken.objargs?.length ?? 0);
      // Made again at once, with more columns say, it is there for the release before.
      return made.functions.has(name) || anew.functions.has(name) ? [] : [`drops ${name}`];
    }
    const list = (object.List as { items: unknown } | undefined)?.items;
    const name = list === undefined ? 'something' : stringsOf(list);
    return made.relations.has(name) ? [] : [`drops ${name}`];
  });
}

const IN_A_BLOCK = /\b(drop|rename|truncate|set\s+not\s+null|alter\s+table)\b/i;

function problemsOf(kind: string, node: Node, known: { made: Made; anew: Made }): string[] {
  const isOld = (relation: unknown): boolean => !known.made.relations.has(nameOf(relation as Relation));
  switch (kind) {
    case 'AlterTableStmt':
      return problemsOfTable(node, known.made);
    case 'DropStmt':
      return problemsOfDrop(node, known);
    case 'RenameStmt':
      return node.relation === undefined || isOld(node.relation) ? ['renames'] : [];
    case 'AlterObjectSchemaStmt':
      return ['moves to another schema'];
    case 'IndexStmt':
      return node.unique === true && isOld(node.relation) ? ['adds a unique index'] : [];
    case 'CreateTrigStmt':
      return isOld(node.relation) ? ['adds a trigger'] : [];
    case 'TruncateStmt':
      return (node.relations as { RangeVar: Relation }[]).some(({ RangeVar }) => isOld(RangeVar))
        ? ['empties']
        : [];
    case 'DoStmt':
      return IN_A_BLOCK.test(JSON.stringify(node))
        ? ['changes something in a block that is not looked into']
        : [];
    default:
      return [];
  }
}

/**
 * What in a migration would stop a release that does not have it, and works on the same database: see CONTRIBUTING. What
 * `made` holds is unknown to that release, and may be changed as one likes.
 */
export async function contractingIn(migration: string, made: Made): Promise<string[]> {
  const anew = await madeBy([migration]);
  return (await statementsOf(migration)).flatMap(([kind, node]) => problemsOf(kind, node, { made, anew }));
}
