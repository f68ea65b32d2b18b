import { AppError } from '@phr/contract/app-error';
import { lazyCode } from '@phr/ui/lazy-code';

/**
 * Calls of an API whose code comes in a file of its own, when the first of them is made: `call((api) => api.read)` is that call. Rejects as the
 * API does, and with AppError NETWORK when the file does not come. @param load imports and makes the API
 */
export function later<Api>(load: () => Promise<Api>) {
  const { get } = lazyCode(load);
  const api = (): Promise<Api> =>
    get().catch((cause: unknown) => {
      throw new AppError({ code: 'NETWORK', cause });
    });
  return <Arguments extends readonly unknown[], Answer>(pick: (api: Api) => (...given: Arguments) => Promise<Answer>) =>
    async (...given: Arguments): Promise<Answer> =>
      pick(await api())(...given);
}
