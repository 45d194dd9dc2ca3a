import test from 'ava';
import fc from 'fast-check';
import { readAnswer, readCompletion } from '../../../shared/extractor/answer.ts';
import { parseStrictJson } from '../../../shared/extractor/strict-json.ts';
import { completionOf } from '../../support/upstream.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => readAnswer(bytes(text));

test('an answer in our form is read, and what it does not need to hold is passed over', (t) => {
  t.deepEqual(read('{"findings":[]}'), []);
  t.deepEqual(
    read(
      `{"model":"x","findings":[
        {"code":"fever","status":"present","value":null,"why":"said so"},
        {"code":"temperature_c","status":"present","value":38.4,"confidence":0.5}]}`,
    ),
    [
      { code: 'fever', status: 'present', confidence: 0.9 },
      { code: 'temperature_c', status: 'present', value: 38.4, confidence: 0.5 },
    ],
  );
});

test('what is no such answer is none', (t) => {
  for (const text of [
    '',
    'null',
    '[]',
    '{}',
    'no findings',
    '```json\n{"findings":[]}\n```',
    '\ufeff{"findings":[]}',
    '{"findings":{}}',
    '{"findings":[],}',
    '{"findings":[null]}',
    '{"findings":["fever"]}',
    '{"findings":[{"code":"fever"}]}',
    '{"findings":[{"code":"","status":"present"}]}',
    `{"findings":[{"code":"${'x'.repeat(101)}","status":"present"}]}`,
    '{"findings":[{"code":"fever","status":"maybe"}]}',
    '{"findings":[{"code":"fever","status":"present","confidence":1.5}]}',
    '{"findings":[{"code":"fever","status":"present","confidence":"high"}]}',
    '{"findings":[{"code":"fever","status":"present","value":1e999}]}',
    '{"findings":[{"code":"fever","status":"present","value":{"now":true}}]}',
    `{"findings":[${Array(501).fill('{"code":"fever","status":"present"}').join()}]}`,
    // Readers disagree on which of two counts.
    '{"findings":[],"findings":[]}',
    '{"findings":[],"find\\u0069ngs":[]}',
    '{"findings":[{"code":"fever","status":"absent","status":"present"}]}',
    '{"__proto__":{"findings":[]},"findings":[]}',
    '{"findings":[{"code":"fever","status":"present","__proto__":{"value":3}}]}',
    '{"__proto__":{"findings":[]}}',
  ]) {
    t.is(read(text), null, text.slice(0, 80));
  }
  t.is(
    readAnswer(
      Uint8Array.from([...bytes('{"findings":[{"code":"'), 0xff, ...bytes('","status":"present"}]}')]),
    ),
    null,
  );
});

test('the same key in two objects, and strings that look like keys, are nothing strange', (t) => {
  const text = '{"a":{"b":"c:","d":"\\\\"},"b":[{"b":1},{"b":"{\\"b\\":1,\\"b\\":2}"},["b","b"]], "c" : "b"}';
  t.deepEqual(parseStrictJson(bytes(text)), JSON.parse(text));
});

test('whatever JSON can hold is parsed as it stands, unless a key is not sound', (t) => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const parsed = parseStrictJson(bytes(text));
      if (text.includes('__proto__')) return;
      t.deepEqual(parsed, JSON.parse(text));
    }),
    { numRuns: 300, seed: 7 },
  );
});

test('deep nesting ends as no answer, not as a fault', (t) => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  t.is(read(`{"findings":${deep}}`), null);
});

test('of a completion the text of the first choice is read, and it must be nothing but the answer', (t) => {
  const said = '{"findings":[{"code":"fever","status":"absent","confidence":1}]}';
  t.deepEqual(readCompletion(bytes(completionOf(said))), [
    { code: 'fever', status: 'absent', confidence: 1 },
  ]);
  for (const text of [
    completionOf(`Here you are: ${said}`),
    completionOf(said.slice(0, -4)),
    said,
    '{"choices":[]}',
    '{"choices":[{"message":{"content":null,"refusal":"no"}}]}',
    '{"error":{"message":"overloaded"}}',
  ]) {
    t.is(readCompletion(bytes(text)), null, text.slice(0, 60));
  }
});
