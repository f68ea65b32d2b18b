import { AppError } from '@phr/contract/app-error';
import type { Client } from '@phr/http/client';
import { sourceOf } from '@phr/http/error-from';

/**
 * Rejects calls with AppError MODULE_OFF while the module is switched off, including those of a view kept for unsaved
 * input.
 */
export function whileOn({ send }: Client, isOff: () => boolean): Client {
  return {
    async send(request) {
      if (isOff()) throw new AppError({ code: 'MODULE_OFF', source: sourceOf(request.service) });
      return send(request);
    },
  };
}
