import './records-medplum.ts';
import '../admin.test.ts';
