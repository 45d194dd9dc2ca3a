import type { DocsAssets } from './assets.ts';
import { DOCS_PATH } from './paths.ts';

/**
 * The page may load and call what its own origin serves and nothing else, and runs no script that stands in it.
 * Swagger UI's style sheet brings its symbols as data: URLs.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page that shows the interface description. It holds no script and no style of its own. */
export const docsPage = (assets: DocsAssets): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Clinical Triage Service: interface</title>
<link rel="icon" type="image/png" href="${assets.icon.url}">
<link rel="stylesheet" href="${assets.swaggerStyle.url}">
<link rel="stylesheet" href="${assets.style.url}">
</head>
<body>
<p class="hint">To try a call, press <strong>Authorize</strong> and paste a <strong>test key</strong>
(<code>svc_test_…</code>): it costs no tokens and reaches test data only. The key stays in this page until you leave or
reload it. Calls go to this server and count against the key's limit.
<a href="${DOCS_PATH}/index">Guides</a> · <a href="/v1/openapi.json">openapi.json</a> ·
<a href="${DOCS_PATH}/changelog">changelog</a></p>
<div id="swagger-ui"></div>
<noscript><p class="hint">This page needs JavaScript; the description itself is <a href="/v1/openapi.json">openapi.json</a>.</p></noscript>
<script src="${assets.swaggerScript.url}"></script>
<script src="${assets.script.url}"></script>
</body>
</html>
`;
