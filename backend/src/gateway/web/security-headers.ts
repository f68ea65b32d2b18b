import type { Config } from '../../kit/config.ts';
import { storageOrigins } from '../../storage/open-store.ts';

/**
 * Allowed Trusted Types policies: the shell's reviewed default, and separate ones for libraries that need them, each
 * with its reason.
 */
const TRUSTED_TYPE_POLICIES = ['default'];

type Headers = Readonly<Record<string, string>>;

/** The policy of the product's document. */
export function contentSecurityPolicy(config: Config): string {
  const origins = serviceOrigins(config);
  // a developer's module on the machine in front of the page
  const ownMachine = config.forDevelopers ? ['http://127.0.0.1:*'] : [];
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    // the image viewer's decoders are WebAssembly
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...ownMachine],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:', ...storageOrigins(config)],
    'font-src': ["'self'"],
    'connect-src': ["'self'", config.shellOrigin.replace(/^http/, 'ws'), ...origins, ...ownMachine],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", new URL(config.identity.issuer).origin],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': TRUSTED_TYPE_POLICIES,
    'report-uri': ['/csp-report'],
    'report-to': ['csp'],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** Headers of every answer of the public origin. */
export function commonHeaders(config: Config): Headers {
  return {
    ...(config.shellOrigin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions(),
  };
}

/** Added to the document. */
export function documentHeaders(config: Config): Headers {
  return {
    'content-security-policy': contentSecurityPolicy(config),
    'reporting-endpoints': 'csp="/csp-report"',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  };
}

/** Added to data responses: if a browser rendered one as a page, it could do nothing. */
export const DATA_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Added to the service worker: may fetch from this origin only and load no other script. */
export const WORKER_HEADERS: Headers = {
  'content-security-policy':
    "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
};

/** Origins other than the shell's that the page talks to. */
export function serviceOrigins(config: Config): readonly string[] {
  const addresses = [config.identity.issuer, ...storageOrigins(config), ...Object.values(config.services)];
  const origins = addresses.filter((address) => address !== '').map((address) => new URL(address).origin);
  return [...new Set(origins)].filter((origin) => origin !== config.shellOrigin);
}

function permissions(): string {
  const self = ['bluetooth', 'camera', 'clipboard-write', 'fullscreen'];
  const none = [
    'accelerometer',
    'autoplay',
    'display-capture',
    'encrypted-media',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ];
  return [...self.map((name) => `${name}=(self)`), ...none.map((name) => `${name}=()`)].join(', ');
}
