import { effect } from '@preact/signals';
import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/pictures.css';
import './styles/layout.css';
import './theme.ts';
import { App } from './app.tsx';
import { route } from './routes.ts';
import { startAccount } from './store/account.ts';

effect(() => {
  const { account, page, id } = route.value;
  document.title = [id, page, account, 'Energy sandbox'].filter(Boolean).join(' · ');
});
startAccount();
render(<App />, document.getElementById('app')!);
