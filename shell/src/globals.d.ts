declare const __PHR_VERSION__: string;
/** True in developer builds (PHR_DEV=1); guarded code is absent from all others. */
declare const __PHR_DEV__: boolean;

/** The page's own style sheet, emitted as a file. */
declare module '*/page.css';
