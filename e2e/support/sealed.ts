import type { Page } from '@playwright/test';

/**
 * The texts that the app has stored encrypted in a storage of this page, decrypted with the key of this browser. Empty
 * when there are none.
 */
export function sealedTexts(
  page: Page,
  storage: 'localStorage' | 'sessionStorage',
): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(async (name) => {
    const sealed = window[name].getItem('phr.sealed');
    if (sealed === null) return {};
    const box = JSON.parse(sealed) as { readonly key: string; readonly iv: string; readonly data: string };
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('refused'));
      });
    const database = await answer(indexedDB.open(box.key));
    const key = await answer(database.transaction('key').objectStore('key').get('aes') as IDBRequest<CryptoKey>);
    database.close();
    const bytes = (coded: string) => Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes(box.iv) }, key, bytes(box.data));
    return Object.fromEntries(JSON.parse(new TextDecoder().decode(opened)) as [string, string][]);
  }, storage);
}

/**
 * Everything in the storages of this page that is readable with the files alone, without a key. The list of modules is
 * left out, since it is the same for everybody.
 */
export const readableTexts = (page: Page): Promise<string> =>
  page.evaluate(() => {
    // names, values, and what is coded in them
    const attempt = (decode: () => string) => {
      try {
        return decode();
      } catch {
        return '';
      }
    };
    const texts = [localStorage, sessionStorage]
      .flatMap((storage) => Object.entries({ ...storage } as Record<string, string>))
      .filter(([key]) => key !== 'phr.registry')
      .flat();
    const coded = texts.flatMap((text) => text.match(/[\w+/-]{16,}={0,2}/g) ?? []);
    return [
      ...texts,
      ...texts.map((text) => attempt(() => decodeURIComponent(text))),
      ...coded.map((text) => attempt(() => atob(text.replaceAll('-', '+').replaceAll('_', '/')))),
    ].join('\n');
  });
