import { moduleTests } from '@phr/build/jest-config';

export default moduleTests(import.meta.dirname);
