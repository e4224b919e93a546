const folders = new WeakSet<File>();

/** Whether it stands for a folder that was dropped. */
export const isFolder = (file: File): boolean => folders.has(file);

/** What is asked of a `DataTransfer`: the core's types need no DOM. */
export interface TransferredFiles {
  items: ArrayLike<{
    kind: string;
    getAsFile: () => File | null;
    webkitGetAsEntry?: () => { isDirectory: boolean; name: string } | null;
  }>;
  files: ArrayLike<File>;
}

/** The files of a drop or a paste. A folder becomes one file of its name, which is refused: what is in it stays unread. */
export function filesOfTransfer({ items, files }: TransferredFiles): File[] {
  const found = Array.from(items).flatMap((item) => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry?.();
    const file = entry?.isDirectory ? new File([], entry.name) : item.getAsFile();
    if (file && entry?.isDirectory) folders.add(file);
    return file ? [file] : [];
  });
  return found.length > 0 ? found : Array.from(files);
}
