// Verifies a certificate of erasure with Node alone: no database, no network, nothing installed.
//   node verify-certificate.mjs certificate.json [fingerprint of the signing key]
// Takes the certificate, or the whole answer of the erasure, which holds it. Prints what it says; exit code 1 where it was
// changed, or signed by another key than that of the fingerprint (`npm run ops -- audit public-key` tells it: SHA-256, hex).
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** JSON with the keys of every object in the order of their code units, without blanks: what was signed. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${fields.join(',')}}`;
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

const [file, fingerprint] = process.argv.slice(2);
if (!file) fail('usage: node verify-certificate.mjs certificate.json [fingerprint]');
const read = JSON.parse(readFileSync(file, 'utf8'));
const { signature, ...statement } = read.certificate ?? read;
if (!signature) fail('there is no signature in it');
const der = Buffer.from(signature.public_key, 'base64');
const own = createHash('sha256').update(der).digest('hex');
const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
const isRight = verify(null, Buffer.from(canonical(statement)), key, Buffer.from(signature.value, 'base64'));
if (!isRight) fail('the certificate is not as it was signed');
if (fingerprint !== undefined && fingerprint.toLowerCase() !== own) fail('it is signed by another key');
console.log(
  JSON.stringify({ ...statement, signed_by: own, is_key_checked: fingerprint !== undefined }, null, 2),
);
