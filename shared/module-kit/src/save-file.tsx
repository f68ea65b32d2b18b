/** Offers something as a file to save on the person's device. @param type media type, e.g. 'text/csv;charset=utf-8' */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
