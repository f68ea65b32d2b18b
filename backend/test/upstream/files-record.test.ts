import './records-upstream.ts';
import '../files-record.test.ts';
