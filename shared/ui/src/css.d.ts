/** A CSS module: local class name → hashed class name. Importing it registers its sheet (see sheets.tsx). */
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>;
  export default names;
}
