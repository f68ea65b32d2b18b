declare const __PHR_VERSION__: string;
/** True in builds for developers (PHR_DEV=1); what stands behind it is in no other build. */
declare const __PHR_DEV__: boolean;

/** The page's own sheet, emitted as a file. */
declare module '*/page.css';
