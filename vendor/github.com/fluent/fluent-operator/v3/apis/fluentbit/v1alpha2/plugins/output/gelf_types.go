package output

import (
	"github.com/fluent/fluent-operator/v3/apis/fluentbit/v1alpha2/plugins"
	"github.com/fluent/fluent-operator/v3/apis/fluentbit/v1alpha2/plugins/params"
)

// +kubebuilder:object:generate:=true

// The Gelf output plugin allows to send logs in GELF format directly to a Graylog input using TLS, TCP or UDP protocols. <br />
// **For full documentation, refer to https://docs.fluentbit.io/manual/pipeline/outputs/gelf**
type Gelf struct {
	// IP address or hostname of the target Graylog server.
	Host string `json:"host,omitempty"`
	// The port that the target Graylog server is listening on.
	// +kubebuilder:validation:Minimum:=1
	// +kubebuilder:validation:Maximum:=65535
	Port *int32 `json:"port,omitempty"`
	// The protocol to use (tls, tcp or udp).
	// +kubebuilder:validation:Enum:=tls;tcp;udp
	Mode string `json:"mode,omitempty"`
	// ShortMessageKey is the key to use as the short message.
	ShortMessageKey string `json:"shortMessageKey,omitempty"`
	// TimestampKey is the key which its value is used as the timestamp of the message.
	TimestampKey string `json:"timestampKey,omitempty"`
	// HostKey is the key which its value is used as the name of the host, source or application that sent this message.
	HostKey string `json:"hostKey,omitempty"`
	// FullMessageKey is the key to use as the long message that can i.e. contain a backtrace.
	FullMessageKey string `json:"fullMessageKey,omitempty"`
	// LevelKey is the key to be used as the log level.
	LevelKey string `json:"levelKey,omitempty"`
	// If transport protocol is udp, it sets the size of packets to be sent.
	PacketSize *int32 `json:"packetSize,omitempty"`
	// If transport protocol is udp, it defines if UDP packets should be compressed.
	Compress     *bool `json:"compress,omitempty"`
	*plugins.TLS `json:"tls,omitempty"`
	// Include fluentbit networking options for this output-plugin
	*plugins.Networking `json:"networking,omitempty"`
}

func (*Gelf) Name() string {
	return "gelf"
}

func (g *Gelf) Params(sl plugins.SecretLoader) (*params.KVs, error) {
	kvs := params.NewKVs()

	plugins.InsertKVString(kvs, "Host", g.Host)
	plugins.InsertKVField(kvs, "Port", g.Port)
	plugins.InsertKVString(kvs, "Mode", g.Mode)
	plugins.InsertKVString(kvs, "Gelf_Short_Message_Key", g.ShortMessageKey)
	plugins.InsertKVString(kvs, "Gelf_Timestamp_Key", g.TimestampKey)
	plugins.InsertKVString(kvs, "Gelf_Host_Key", g.HostKey)
	plugins.InsertKVString(kvs, "Gelf_Full_Message_Key", g.FullMessageKey)
	plugins.InsertKVString(kvs, "Gelf_Level_Key", g.LevelKey)
	plugins.InsertKVField(kvs, "Packet_Size", g.PacketSize)
	plugins.InsertKVField(kvs, "Compress", g.Compress)

	if g.TLS != nil {
		tls, err := g.TLS.Params(sl)
		if err != nil {
			return nil, err
		}
		kvs.Merge(tls)
	}
	if g.Networking != nil {
		net, err := g.Networking.Params(sl)
		if err != nil {
			return nil, err
		}
		kvs.Merge(net)
	}

	return kvs, nil
}
