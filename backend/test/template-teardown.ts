// jest wants each in a file of its own
export { tearDown as default } from './template-setup.ts';
