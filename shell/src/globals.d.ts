declare const __PHR_VERSION__: string;

/** The page's own sheet, emitted as a file. */
declare module '*/page.css';
