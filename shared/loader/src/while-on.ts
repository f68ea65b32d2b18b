import { AppError } from '@phr/contract/app-error';
import type { Client } from '@phr/http/client';
import { sourceOf } from '@phr/http/error-from';

/** The same calls, refused with AppError MODULE_OFF while the module is turned off, also in a view that waits for typed text. */
export function whileOn({ send }: Client, isOff: () => boolean): Client {
  return {
    async send(request) {
      if (isOff()) throw new AppError({ code: 'MODULE_OFF', source: sourceOf(request.service) });
      return send(request);
    },
  };
}
