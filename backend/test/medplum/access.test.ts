import './records-medplum.ts';
import '../access.test.ts';
