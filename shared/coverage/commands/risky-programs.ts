import { words } from '../words.ts';

/**
 * The risks of a command, worst first. `escalating`: takes more rights, or switches protection off. `rewiring`: changes
 * what runs automatically later, or how git works. `remote-code`: runs the output of a pipe. `wildcard`: any command.
 */
export const commandRisks = [
  'destructive',
  'exfiltrating',
  'shell',
  'interpreter',
  'escalating',
  'remote-code',
  'rewiring',
  'deploying',
  'network',
  'wildcard',
] as const;
export type CommandRisk = (typeof commandRisks)[number];

/** Programs that are a risk with any arguments, on Unix, in cmd and in PowerShell, with its aliases. */
export const programs: Readonly<Partial<Record<CommandRisk, ReadonlySet<string>>>> = {
  destructive: new Set(
    words(`
  rm rmdir dd mkfs shred srm wipe wipefs fdisk sfdisk sgdisk gdisk parted truncate unlink rimraf blkdiscard mke2fs newfs
  badblocks hdparm nwipe scrub pvremove vgremove lvremove zpool cryptsetup swapoff shutdown reboot halt poweroff
  killall pkill skill userdel groupdel deluser delgroup dropdb dropuser tmutil
  del rd erase deltree format diskpart cipher vssadmin wbadmin bcdedit bootrec sdelete sdelete64 taskkill tskill logoff
  remove-item ri clear-content clear-disk clear-item clear-recyclebin format-volume initialize-disk reset-physicaldisk
  remove-partition remove-volume remove-itemproperty remove-computer remove-localuser remove-aduser remove-adobject
  remove-vm remove-service remove-windowsfeature remove-azresource remove-azresourcegroup remove-azvm
  remove-azstorageaccount remove-s3object remove-s3bucket remove-ec2instance stop-computer restart-computer
  stop-process spps clear-eventlog wevtutil optimize-volume dismount-volume fsutil
  `),
  ),
  exfiltrating: new Set(
    words(`
  scp sftp ftp lftp ncftp tftp rsync rclone nc ncat netcat socat printenv gsutil s3cmd s5cmd mc mail mailx mutt sendmail
  swaks croc wormhole magic-wormhole ngrok cloudflared localtunnel bore frpc chisel azcopy transfer webhook-relay
  send-mailmessage start-bitstransfer bitsadmin pscp psftp winscp curlftpfs uuencode b2 restic borg duplicity
  get-credential get-secret get-azkeyvaultsecret get-ssmparameter get-secsecretvalue cmdkey vaultcmd mimikatz procdump
  lsadump lazagne secretsdump ssh-add pass lpass bw op gopass chamber aws-vault sops age-keygen
  getenv export-certificate export-pfxcertificate convertfrom-securestring get-clipboard pbpaste xclip tcpdump tshark
  write-s3object set-azstorageblobcontent
  `),
  ),
  shell: new Set(
    words(`
  sh bash zsh dash ksh mksh ash fish csh tcsh nu elvish xonsh rbash cmd command powershell powershell_ise pwsh wsl start call
  eval exec source . su sudo doas pkexec gsudo runas xargs parallel env chroot nsenter unshare setsid script screen tmux
  invoke-expression iex invoke-command icm start-process saps start-job invoke-item enter-pssession new-pssession psexec
  psexec64 wmic winrs winrm conhost rundll32 mshta regsvr32 installutil msbuild forfiles ssh-agent
  `),
  ),
  interpreter: new Set(
    words(`
  python python2 python3 pypy pypy3 ipython node nodejs deno bun ruby irb perl php lua luajit osascript awk gawk mawk nawk
  npx bunx pnpx uvx uv pipx docker docker-compose podman nerdctl crictl lima colima java jshell groovy scala kotlin tsx
  ts-node r rscript julia busybox toybox tclsh wish expect gdb lldb strace swift ghci racket guile erl
  cscript wscript csi dotnet-script add-type msiexec ansible ansible-playbook psql mysql mongosh sqlplus
  `),
  ),
  escalating: new Set(
    words(`
  sudo su doas pkexec gsudo runas visudo setcap setfacl setenforce usermod useradd adduser groupmod gpasswd passwd
  chpasswd chsh chroot nsenter unshare mount umount insmod modprobe rmmod kextload sysctl aa-disable apparmor_parser
  spctl csrutil dscl takeown icacls cacls secedit lusrmgr gpupdate auditpol psexec psexec64 netsh ufw
  iptables ip6tables nft firewall-cmd pfctl
  set-executionpolicy new-localuser enable-localuser add-localgroupmember set-acl set-mppreference add-mppreference
  set-netfirewallprofile disable-netfirewallrule new-netfirewallrule set-itemproperty grant-smbshareaccess
  add-adgroupmember new-azroleassignment disable-windowsoptionalfeature unblock-file
  `),
  ),
  rewiring: new Set(
    words(`
  crontab at atq batch systemctl launchctl chkconfig update-rc.d rc-update schtasks sc regedit reg setx assoc
  ftype new-service set-service register-scheduledtask new-scheduledtask set-scheduledtask new-itemproperty
  register-wmievent set-alias set-wmiinstance ssh-copy-id ssh-keygen mklink husky pre-commit lefthook git-lfs
  update-alternatives install-module install-script install-package winget choco scoop import-module
  `),
  ),
  deploying: new Set(
    words(`
  serverless sls sam amplify eb ecs-cli copilot cdk8s argocd flux spinnaker skaffold tilt fly flyctl
  heroku vercel netlify wrangler firebase doctl linode-cli hcloud ibmcloud oci aliyun eksctl kops kubeadm nomad
  `),
  ),
  network: new Set(
    words(`
  curl curlie wget wget2 ssh mosh autossh sshfs telnet http https xh aria2c lynx links w3m elinks axel dig nslookup host
  ping traceroute whois nmap masscan zmap arp openssl aws gcloud az gh glab hub
  invoke-webrequest iwr invoke-restmethod irm test-netconnection resolve-dnsname certutil desktopimgdownldr plink putty
  hh  dnscat iodine tailscale
  `),
  ),
};
