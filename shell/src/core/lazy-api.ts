import { AppError } from '@phr/contract/app-error';
import { lazyCode } from '@phr/ui/lazy-code';

/**
 * Lazily loads an API on its first call: `call((api) => api.read)` is that call. Rejects as the API does, or with
 * AppError NETWORK if the code cannot be loaded.
 * @param load imports and creates the API
 */
export function lazyApi<Api>(load: () => Promise<Api>) {
  const { get } = lazyCode(load);
  const api = (): Promise<Api> =>
    get().catch((cause: unknown) => {
      throw new AppError({ code: 'NETWORK', cause });
    });
  return <Arguments extends readonly unknown[], Answer>(pick: (api: Api) => (...given: Arguments) => Promise<Answer>) =>
    async (...given: Arguments): Promise<Answer> =>
      pick(await api())(...given);
}
