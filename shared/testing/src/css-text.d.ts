/** The page's own sheet, as text (asset/source). */
declare module '*/base.css' {
  const text: string;
  export default text;
}

/** Sheet of a chart library benchmarked against ours. */
declare module '*/uPlot.min.css' {
  const text: string;
  export default text;
}
