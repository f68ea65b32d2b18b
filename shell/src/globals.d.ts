declare const __PHR_VERSION__: string;
declare module '*.css';
