/** The style of the report: readable on screen, light or dark, and on paper. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --text: #1b2430;
  --quiet: #55606e;
  --ground: #ffffff;
  --panel: #f4f6f9;
  --line: #d5dbe3;
  --series-1: #2f6fb5;
  --series-2: #b5542f;
  --series-3: #3d8a5a;
  --series-4: #8452a8;
  --series-5: #8a6d1d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6ebf2;
    --quiet: #a5b0be;
    --ground: #12171e;
    --panel: #1b222c;
    --line: #364150;
    --series-1: #6ea8e6;
    --series-2: #e5906e;
    --series-3: #74c495;
    --series-4: #bf93e0;
    --series-5: #d3b45c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 60rem;
  padding: 2rem 1.25rem 4rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif;
}
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h2 { margin: 3rem 0 0; padding-top: 1rem; border-top: 2px solid var(--line); }
h3 { margin: 2.5rem 0 0.5rem; font-size: 1.2rem; }
p { max-width: 44rem; }
a { color: var(--series-1); }
.quiet { color: var(--quiet); }
nav ol { columns: 2; column-gap: 2rem; padding-left: 1.25rem; }
nav li { break-inside: avoid; }
figure { margin: 1rem 0; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.25rem 0; padding: 0; list-style: none; font-size: 0.875rem; }
.legend span { display: inline-block; width: 1.25rem; height: 0.25rem; margin-right: 0.4rem; vertical-align: middle; print-color-adjust: exact; }
svg { display: block; width: 100%; height: auto; max-width: 45rem; background: none; color: var(--text); overflow: visible; }
.rows { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding: 0.25rem 0; }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid var(--line); font-weight: 600; }
tbody th { font-weight: 400; min-width: 6.5rem; }
.number { text-align: right; white-space: nowrap; }
details { margin: 0.75rem 0; }
summary { cursor: pointer; color: var(--quiet); }
pre { overflow-x: auto; background: var(--panel); border-radius: 0.375rem; padding: 0.75rem 1rem; font-size: 0.8125rem; line-height: 1.45; }
@media (max-width: 40rem) { nav ol { columns: 1; } }
@media print {
  :root {
    color-scheme: light;
    --text: #000000;
    --quiet: #444444;
    --ground: #ffffff;
    --line: #bbbbbb;
    --series-1: #2f6fb5;
    --series-2: #b5542f;
    --series-3: #3d8a5a;
    --series-4: #8452a8;
    --series-5: #8a6d1d;
  }
  @page { margin: 16mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h1, h2, h3 { break-after: avoid; }
  .reading { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  details, nav { display: none; }
  .rows { overflow: visible; }
  table { font-size: 8pt; }
  a { color: inherit; text-decoration: none; }
}
`;
