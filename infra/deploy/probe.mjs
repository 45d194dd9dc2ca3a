// node probe.mjs /live: asks the probes of the process in this container, or of a unit of this machine, at METRICS_HOST and
// METRICS_PORT; exit code 0 where the answer is 200. For orchestrators that run a command, since the image has no curl.
const [, , path = '/live'] = process.argv;
const limitMs = 2_500;
const ALL_ADDRESSES = ['', '0.0.0.0', '::'];

const listening = process.env.METRICS_HOST ?? '';
const host = ALL_ADDRESSES.includes(listening) ? '127.0.0.1' : listening;

try {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${process.env.METRICS_PORT ?? '9464'}${path}`;
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
