/** Has the browser save a text or other data as a file. */
export function saveFile(name: string, data: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has read the data by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
