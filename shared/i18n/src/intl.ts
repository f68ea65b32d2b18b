/** Formatters of the engine, made once for each language and each way to write: to make one takes longer than a hundred uses of it. */
const memoized = <Options extends object, Made>(make: (locale: string, options?: Options) => Made) => {
  const made = new Map<string, Made>();
  return (locale: string, options?: Options): Made => {
    const key = locale + JSON.stringify(options);
    let one = made.get(key);
    if (one === undefined) made.set(key, (one = make(locale, options)));
    return one;
  };
};

export const numberFormat = memoized(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const dateTimeFormat = memoized(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const relativeTimeFormat = memoized(
  (locale, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
