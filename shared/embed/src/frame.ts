import { CODES, EmbedError } from './embed-error.ts';
import { type FromFrame, messageIn, type ToFrame } from './frame-messages.ts';
import { checkOptions, type Embedded, type EmbedOptions } from './options.ts';

const PARTNER = /^[a-z][a-z0-9-]{2,40}$/;

/**
 * Shows a view in a frame on the record's origin, for pages that cannot embed one. Requires `handoffCode`: tokens never
 * enter or leave the frame.
 * @throws TypeError for invalid options
 */
export function showFrame(origin: string, options: EmbedOptions & { readonly partner: string }): Embedded {
  checkOptions(options);
  const { element, handoffCode, partner } = options;
  if (!PARTNER.test(partner) || handoffCode === undefined)
    throw Object.assign(new TypeError('PhrEmbed.frame: "partner" and "handoffCode" must be given'), {
      code: CODES.options,
    });
  const frame = element.ownerDocument.createElement('iframe');
  frame.src = `${origin}/embed/frame/${partner}`;
  frame.style.cssText = 'display:block;inline-size:100%;border:0;color-scheme:normal';
  frame.referrerPolicy = 'no-referrer';
  const view = element.ownerDocument.defaultView ?? window;
  const say = (message: ToFrame) => frame.contentWindow?.postMessage(message, origin);
  const hear = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== frame.contentWindow || from !== origin) return;
    const message = messageIn<FromFrame>(data);
    if (message !== undefined) answer(message, frame, options, say);
  };
  view.addEventListener('message', hear);
  frame.addEventListener('load', () => say({ phr: 'start', view: viewOf(options) }));
  element.append(frame);
  let isThere = true;
  return {
    setLocale: (locale) => say({ phr: 'locale', locale }),
    setColorMode: (colorMode) => say({ phr: 'color-mode', colorMode }),
    async unmount() {
      if (!isThere) return;
      isThere = false;
      view.removeEventListener('message', hear);
      frame.remove();
      options.onEnd?.();
    },
  };
}

function viewOf({ module, view, path, patient, locale, colorMode, headingLevel, input }: EmbedOptions) {
  const { id, name, birthDate, gender } = patient;
  return JSON.parse(
    JSON.stringify({
      module,
      view,
      path,
      patient: { id, name, birthDate, gender },
      locale,
      colorMode,
      headingLevel,
      input,
    }),
  ) as Extract<ToFrame, { phr: 'start' }>['view'];
}

/** The page's side of the frame protocol. */
function answer(
  message: FromFrame,
  frame: HTMLIFrameElement,
  options: EmbedOptions,
  say: (message: ToFrame) => void,
): void {
  switch (message.phr) {
    case 'size':
      frame.style.blockSize = `${Number(message.height)}px`;
      break;
    case 'code-wanted':
      Promise.resolve()
        .then(() => options.handoffCode?.())
        .then(
          (code) => say({ phr: 'code', code }),
          () => say({ phr: 'code', code: undefined }),
        );
      break;
    case 'navigate':
      options.onNavigate?.(message.screen, message.params);
      break;
    case 'notice':
      options.onNotice?.(message.notice);
      break;
    case 'signin':
      options.onSignIn?.();
      break;
    case 'error':
      options.onError?.(new EmbedError(CODES.frame, `${message.code} ${message.message}`));
      break;
    case 'ready':
      break;
  }
}
