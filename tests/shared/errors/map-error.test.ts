import test from 'ava';
import { mapError } from '../../../shared/errors/map-error.ts';
import { describeDatabaseProblem } from '../../../shared/postgres/describe-problem.ts';
import { isTransient } from '../../../shared/projection/errors.ts';

const GAVE_UP = {
  '53000': 'insufficient resources',
  '53100': 'could not extend file',
  '53200': 'out of memory',
  '58030': 'could not write to file',
};

for (const [code, message] of Object.entries(GAVE_UP)) {
  test(`a database that says ${code} has given up: callers try again, and so do projections`, (t) => {
    const error = Object.assign(new Error(message), { code });
    t.is(mapError(error)?.code, 'service_unavailable');
    t.true(isTransient(error));
    t.regex(describeDatabaseProblem(error) ?? '', /^the database is out of reach/);
  });
}

test('a statement that the database refused is no outage', (t) => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' });
  t.is(mapError(error), null);
  t.false(isTransient(error));
});
