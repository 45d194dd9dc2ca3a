/** A file that the browser is to save. */
export type Download = { name: string; type: string; text: string };

/** Has the browser save a file. It passes through memory alone. */
export function saveFile({ name, type, text }: Download): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Data as a file of JSON, in lines. */
export const jsonFile = (name: string, body: unknown, type = 'application/json'): Download => ({
  name,
  type,
  text: JSON.stringify(body, null, 2),
});
