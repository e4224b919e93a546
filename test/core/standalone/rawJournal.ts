/** Changes the records in the browser's database behind the journal's back. */
export async function changeRaw(change: (store: IDBObjectStore) => void): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('tillkit');
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('open')));
  });
  const tx = database.transaction('operations', 'readwrite');
  change(tx.objectStore('operations'));
  await new Promise((resolve) => tx.addEventListener('complete', resolve));
  database.close();
}
