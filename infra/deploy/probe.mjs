// node probe.mjs /live: asks the probes of the process in this container; exit code 0 where the answer is 200. For
// orchestrators that run a command, since the image has no curl.
const [, , path = '/live'] = process.argv;
const limitMs = 2_500;

try {
  const url = `http://127.0.0.1:${process.env.METRICS_PORT ?? '9464'}${path}`;
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
