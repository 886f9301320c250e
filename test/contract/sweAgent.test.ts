import { sweAgentReader } from '../../src/formats/sweAgent/sweAgent';
import { harnessExit, runConfig, trajObject, trajText } from '../support/sweAgentText';
import { checkReader } from './readerContract';

const FOLDER = 'runs/night/acme__widget-12';
const first = trajObject({ actions: ['ls', '', 'submit'] });
const second = trajObject({ actions: ['ls', 'pytest'], extra: [harnessExit('Exit due to cost limit', true)], exit: 'submitted (exit_cost)' });

/** A cut inside the yaml beside a trajectory leaves yaml. */
const isYaml = (_kept: string, path: string): boolean => path.endsWith('.yaml');

checkReader('SWE-agent', sweAgentReader, [
  {
    name: '1.x with its configuration beside it',
    files: {
      [`${FOLDER}/acme__widget-12.traj`]: trajText({ actions: ['open a.py', '!vim', '', 'grep "ü" a.py', 'submit'], version: '1.1.0', replayConfig: JSON.stringify(runConfig()) }),
      [`${FOLDER}/acme__widget-12.config.yaml`]: 'env:\n  name: main\nagent:\n  model:\n    name: acme/small-1\n',
    },
    recognisedByContent: [`${FOLDER}/acme__widget-12.traj`],
    isSilentCut: isYaml,
  },
  { name: '0.x', files: { 'runs/gpt4__lite__default__t-0.00__p-0.95__c-3.00__install-1/acme__widget-12.traj': trajText({ actions: ['ls\n', 'submit\n'], isOld: true }) } },
  {
    name: 'retry agent',
    files: {
      [`${FOLDER}/acme__widget-12.traj`]: JSON.stringify({ attempts: [first, second], ...second }),
      [`${FOLDER}/attempt_0/acme__widget-12.traj`]: JSON.stringify(first),
      [`${FOLDER}/attempt_1/acme__widget-12.traj`]: JSON.stringify(second),
    },
  },
  { name: 'demonstration', files: { 'demos/simple.traj': JSON.stringify({ history: [{ role: 'system', content: 'x', agent: 'main', message_type: 'system_prompt' }] }) } },
  { name: 'batch configuration', files: { 'runs/night/run_batch.config.yaml': 'agent:\n  model:\n    name: acme/small-1\n' }, recognisedByContent: 'none', isSilentCut: isYaml },
]);
