/** Has the browser save a text as a file. It passes through memory alone. */
export function saveFile(name: string, body: unknown, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(body, null, 2)], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
