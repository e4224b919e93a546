import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIndexedDbTransact, indexedDbResult, type Transact } from '../../src/core/storage.ts';

let opened: IDBDatabase[];
beforeEach(() => {
  opened = [];
  globalThis.indexedDB = new IDBFactory();
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...input) => {
    const request = open(...input);
    request.addEventListener('success', () => opened.push(request.result));
    return request;
  };
});

const create = () => createIndexedDbTransact('test', { store: 'things', keyPath: 'id' });
const put = (database: Transact, id: string) =>
  database('readwrite', (store) => indexedDbResult(store.put({ id })));
const count = (database: Transact) => database('readonly', (store) => indexedDbResult(store.count()));
const keys = (database: Transact) => database('readonly', (store) => indexedDbResult(store.getAllKeys()));

/** The database as another program, or another build, has made it. */
function madeElsewhere(version: number, make: (database: IDBDatabase) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('test', version);
    request.addEventListener('upgradeneeded', () => make(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('open')));
    request.addEventListener('success', () => {
      request.result.close();
      resolve();
    });
  });
}
const failure = (name: string) => Object.assign(new Error(name), { name });

describe('a database', () => {
  it('is not opened before it is needed, and then once for all who use it at once', async () => {
    const database = create();
    expect(opened).toEqual([]);
    const works = ['a', 'b', 'c'].map((id) => put(database, id));
    expect(await Promise.all(works)).toEqual(['a', 'b', 'c']);
    expect(opened).toHaveLength(1);
  });

  it('is used again after work on it failed, which was done once', async () => {
    const database = create();
    await count(database);
    let runs = 0;
    const work = database('readonly', async () => {
      runs += 1;
      throw failure('QuotaExceededError');
    });
    await expect(work).rejects.toThrow('QuotaExceededError');
    expect(await count(database)).toBe(0);
    expect([runs, opened.length]).toEqual([1, 1]);
  });

  it('that was closed without a word is opened again, and the work done once more', async () => {
    const database = create();
    await count(database);
    opened[0]!.close();
    expect(await put(database, 'a')).toBe('a');
    expect(opened).toHaveLength(2);
  });

  it('that was closed under several is opened again once for all of them', async () => {
    const database = create();
    await count(database);
    opened[0]!.close();
    const works = ['a', 'b', 'c'].map((id) => put(database, id));
    expect(await Promise.all(works)).toEqual(['a', 'b', 'c']);
    expect(opened).toHaveLength(2);
  });

  it('M6: that was lost in the middle is opened again for the next, but the work is not repeated', async () => {
    const database = create();
    await count(database);
    let runs = 0;
    const work = database('readonly', async () => {
      runs += 1;
      throw failure('UnknownError');
    });
    await expect(work).rejects.toThrow('UnknownError');
    expect(runs).toBe(1);
    await count(database);
    expect(opened).toHaveLength(2);
  });

  it('that is new and closed at once is given up after one try', async () => {
    const database = create();
    let runs = 0;
    const work = database('readonly', async () => {
      runs += 1;
      throw failure('InvalidStateError');
    });
    await expect(work).rejects.toThrow('InvalidStateError');
    expect(runs).toBe(1);
  });

  it('that closes twice in a row fails, and does not go round', async () => {
    const database = create();
    await count(database);
    let runs = 0;
    const work = database('readonly', async () => {
      runs += 1;
      throw failure('InvalidStateError');
    });
    await expect(work).rejects.toThrow('InvalidStateError');
    expect(runs).toBe(2);
  });

  it('that throws what is no error is not asked again', async () => {
    const database = create();
    await count(database);
    await expect(database('readonly', () => Promise.reject('odd'))).rejects.toBe('odd');
    await expect(database('readonly', () => Promise.reject(undefined))).rejects.toBeUndefined();
    expect(opened).toHaveLength(1);
  });

  it('lets another tab make it anew, and opens what that one made', async () => {
    const database = create();
    await put(database, 'a');
    const deleted = new Promise<string>((resolve) => {
      const request = indexedDB.deleteDatabase('test');
      for (const type of ['success', 'blocked']) request.addEventListener(type, () => resolve(type));
    });
    expect(await deleted).toBe('success');
    expect(await count(database)).toBe(0);
  });

  it('that cannot be opened is tried again by the next', async () => {
    const database = create();
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = () => {
      throw failure('SecurityError');
    };
    await expect(count(database)).rejects.toThrow('SecurityError');
    indexedDB.open = open;
    expect(await count(database)).toBe(0);
  });

  it('F75: that a newer build has made another version of is used as it is, and nothing in it is lost', async () => {
    await madeElsewhere(7, (made) => {
      made.createObjectStore('things', { keyPath: 'id' }).put({ id: 'newer' });
      made.createObjectStore('more');
    });
    const database = create();
    await put(database, 'older');
    expect(await keys(database)).toEqual(['newer', 'older']);
    await madeElsewhere(8, (made) => void made.createObjectStore('still-more'));
    expect(await keys(database)).toEqual(['newer', 'older']);
  });

  it.each<[string, (made: IDBDatabase) => void]>([
    ['no store of ours', (made) => void made.createObjectStore('notes')],
    ['a store with another key', (made) => void made.createObjectStore('things', { keyPath: 'name' })],
    [
      'a store that counts',
      (made) => void made.createObjectStore('things', { keyPath: 'id', autoIncrement: true }),
    ],
    ['nothing at all', () => undefined],
  ])('F75: of other code, with %s, is named and left alone', async (_, make) => {
    await madeElsewhere(1, make);
    const database = create();
    for (const turn of ['first', 'second']) {
      const error = await put(database, turn).catch((cause: unknown) => cause);
      expect(error).toMatchObject({
        code: 'storage',
        message: expect.stringMatching(/database "test".*store "things"/),
      });
    }
    await new Promise<void>((resolve) => {
      indexedDB.deleteDatabase('test').addEventListener('success', () => resolve());
    });
    expect(await put(database, 'ours')).toBe('ours');
  });

  it('F75: without the index that is a lock is none of ours', async () => {
    await madeElsewhere(1, (made) => void made.createObjectStore('things', { keyPath: 'id' }));
    const database = createIndexedDbTransact('test', { store: 'things', keyPath: 'id', index: 'holds' });
    await expect(count(database)).rejects.toMatchObject({ code: 'storage' });
  });
});
