/**
 * What a verb does to the world. `reads` changes nothing; `adds` makes something new; `changes` puts something in the
 * place of something else; `switches` changes a state that can be switched back; `destroys` takes away; `sends` reaches people or programs elsewhere; `acts` does to a page or a screen what a hand does; `runs` starts something
 * that may do anything.
 */
export type VerbEffect = 'reads' | 'adds' | 'changes' | 'switches' | 'destroys' | 'sends' | 'acts' | 'runs';

const EN: Readonly<Record<VerbEffect, string>> = {
  reads: `get list read search find query fetch retrieve show view describe check count lookup look browse inspect
    explain analyze analyse compare validate summarize summarise download preview diff watch monitor scan
    calculate compute parse extract detect estimate recommend suggest whoami help ping screenshot think echo
    print tail locate discover enumerate peek review audit measure profile lint return see determine identify obtain
    display examine trace stat stats debug plot visualize visualise render calc learn wait
    filter crawl scrape glob grep traverse walk poll introspect elaborate reason demonstrate provide`,
  adds: `create add insert append new generate fork register copy duplicate clone import init initialize initialise
    provision draft attach record log upload save store allocate reserve request ingest index backup snapshot
    subscribe follow star pin bookmark tag label link connect join enroll favorite favourite remember onboard initiate
    install grant allow begin renew`,
  changes: `update edit modify write rotate set put patch change replace rename configure merge upsert migrate sort reorder apply upgrade downgrade rebuild adjust bump checkout rebase commit manage control handle
    fill refactor fix format unset draw paste define customize overwrite
    submit sign cancel pull stash select cleanup override relocate swap transform optimize optimise refresh
    authenticate authorize authorise`,
  switches: `move schedule reschedule assign unassign enable disable mark toggle resize scale convert promote demote sync restore
    unarchive close reopen lock unlock transfer transition switch emulate unlink untag
    unsubscribe unstar unfollow unpin detach disconnect leave dismiss power boot reboot restart start stop pause resume
    snooze complete finish end hide unhide activate deactivate block unblock suspend archive acknowledge confirm map bind unbind mount unmount stage unstage shutdown shut evict mute unmute`,
  destroys: `delete remove drop destroy purge wipe erase truncate kill terminate uninstall clear reset revoke prune
    discard clean flush expunge deprovision decommission unregister delist rm del empty expire ban deny invalidate undo rollback`,
  sends: `accept decline approve reject send post publish reply respond notify email mail message tweet share invite broadcast call comment
    dispatch emit announce push deploy release order pay purchase buy book refund charge resend vote`,
  acts: `click type press drag tap scroll touch hover navigate go`,
  runs: `run execute exec eval evaluate invoke launch spawn trigger automate script interact batch`,
};

/** Other languages: the verbs that servers really use. */
const OTHERS: Readonly<Record<VerbEffect, string>> = {
  reads: `lesen liest auflisten listet suchen sucht abrufen holen holt anzeigen zeigt prüfen prüft finden findet
    lire liste lister chercher rechercher obtenir afficher récupérer récupère vérifier consulter renvoie
    leer listar lista buscar busca obtener obtiene mostrar muestra consultar consulta verificar devuelve recuperar
    ler obter obtém mostrar exibir retorna leggere elencare elenca cercare cerca ottenere mostra restituisce
    查询 获取 搜索 列出 查看 读取 检索 检查 返回 取得 検索 一覧 表示 参照 確認 получить список найти показать прочитать`,
  adds: `erstellen erstellt anlegen legt hinzufügen fügt créer crée ajouter ajoute crear crea agregar añadir añade
    criar cria adicionar adiciona creare aggiungere aggiunge 创建 新建 新增 添加 上传 生成 作成 追加 создать добавить`,
  changes: `ändern ändert aktualisieren aktualisiert bearbeiten setzen verschieben modifier modifie mettre éditer
    actualizar actualiza modificar modifica editar atualizar atualiza alterar aggiornare aggiorna modificare
    更新 修改 编辑 设置 移动 管理 操作 变更 変更 編集 設定 обновить изменить`,
  switches: `aktivieren deaktivieren activer désactiver activar desactivar ativar desativar attivare 启用 禁用 启动 停止 включить отключить`,
  destroys: `löschen löscht entfernen entfernt supprimer supprime effacer retirer eliminar elimina borrar borra
    excluir exclui remover apagar eliminare rimuovere cancellare 删除 移除 清空 销毁 清除 削除 удалить стереть очистить`,
  sends: `senden sendet verschicken veröffentlichen envoyer envoie publier publie enviar envía envia publicar inviare
    invia pubblicare 发送 回复 转发 发布 推送 部署 送信 返信 公開 отправить опубликовать`,
  acts: `klicken clicar cliquer 点击 クリック`,
  runs: `ausführen führt exécuter exécute lancer ejecutar ejecuta executar executa eseguire esegue 执行 运行 调用 実行 выполнить запустить`,
};

const VERB_EFFECTS: readonly VerbEffect[] = [
  'reads',
  'adds',
  'changes',
  'switches',
  'destroys',
  'sends',
  'acts',
  'runs',
];

const VERBS: ReadonlyMap<string, VerbEffect> = new Map(
  VERB_EFFECTS.flatMap((deed) =>
    `${EN[deed]} ${OTHERS[deed]}`
      .split(/\s+/u)
      .filter((word) => word !== '')
      .map((word) => [word, deed] as const),
  ),
);

/** Words that are verbs in front and things everywhere else. */
const THINGS: ReadonlySet<string> = new Set(
  `list post comment log archive record view report test set run copy label link tag draft message mail email call
   order share release book index store map plan filter format review help start message open new index backup
   snapshot import export check query search request form script schedule profile control format fix sign stage
   power boot type press go call watch look trace stats count look reference batch map select pull push commit
   merge branch mount wait step look transfer show image content charge pin star provide reserve reply project test`
    .split(/\s+/u)
    .filter((word) => word !== ''),
);

const stems = (word: string): readonly string[] => {
  const found = [word];
  if (/[a-z]ies$/u.test(word)) found.push(`${word.slice(0, -3)}y`);
  if (/(?:[sxz]|ch|sh|o)es$/u.test(word)) found.push(word.slice(0, -2));
  if (/[a-z]s$/u.test(word)) found.push(word.slice(0, -1));
  if (/[a-z]ing$/u.test(word)) found.push(word.slice(0, -3), `${word.slice(0, -3)}e`, word.slice(0, -4));
  if (/[a-z]ed$/u.test(word)) found.push(word.slice(0, -1), word.slice(0, -2), word.slice(0, -3));
  return found;
};

/** Where words are not apart, the first verb of two signs counts. */
const unspacedEffect = (text: string): VerbEffect | undefined => {
  for (let at = 0; at + 2 <= text.length; at += 1) {
    const pair = text.slice(at, at + 2);
    const deed = /^\p{sc=Han}{2}$/u.test(pair) ? VERBS.get(pair) : undefined;
    if (deed !== undefined) return deed;
  }
  return undefined;
};

/** What a word does, in whatever form it stands. */
export const findVerbEffect = (word: string): VerbEffect | undefined => {
  for (const stem of stems(word)) {
    const deed = VERBS.get(stem);
    if (deed !== undefined) return deed;
  }
  return /\p{sc=Han}/u.test(word) ? unspacedEffect(word) : undefined;
};

/** A verb as such: not a word that names a thing just as often. */
export const isPlainVerb = (word: string): boolean =>
  findVerbEffect(word) !== undefined && !stems(word).some((stem) => THINGS.has(stem));
