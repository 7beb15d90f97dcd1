/** Files that the user has uploaded in this load of the card. The real CRM stores them; here they end with the load. */

export interface UploadedFile {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

let files: readonly UploadedFile[] = [];
let last = 0;
const watchers = new Set<() => void>();

function change(next: readonly UploadedFile[]): void {
  files = next;
  for (const watcher of watchers) {
    watcher();
  }
}

/** The files of all uploads, for `useSyncExternalStore`. */
export const uploads = {
  get: () => files,
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

/** Adds a file. Its URL is that of the browser's copy. */
export function upload(file: File): UploadedFile {
  const added = { id: ++last, name: file.name, url: URL.createObjectURL(file) };
  change([...files, added]);
  return added;
}

/** Removes a file. */
export function removeUpload({ id, url }: UploadedFile): void {
  URL.revokeObjectURL(url);
  change(files.filter((file) => file.id !== id));
}
