/**
 * Downloads content as a file.
 * @param type media type, e.g. 'text/csv;charset=utf-8'
 */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // by the next task the browser has started reading
  setTimeout(() => URL.revokeObjectURL(address));
}
