/** The page's own sheet, as text (asset/source). */
declare module '*/base.css' {
  const text: string;
  export default text;
}

/** The sheet of a chart library that is measured against ours. */
declare module '*/uPlot.min.css' {
  const text: string;
  export default text;
}
