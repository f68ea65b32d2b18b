/** The page's own sheet, as text (asset/source). */
declare module '*/base.css' {
  const text: string;
  export default text;
}
